package dev.waybill.bench;

import java.time.Duration;

/// How long and how large to measure.
///
/// @param clock what counts as time
/// @param round how long each side runs before it is the other's turn
/// @param rounds how many turns each side gets
/// @param warmUp the longest that one side may take to reach its speed
/// @param items digests in the Merkle tree, receipts in the audit
/// @param starts how often a process is started on each side
record Effort(Clock clock, Duration round, int rounds, Duration warmUp, int items, int starts) {

    static final Effort FULL = new Effort(Clock.WALL, Duration.ofMillis(40), 75, Duration.ofSeconds(15), 1_000_000, 21);
    static final Effort QUICK = new Effort(Clock.WALL, Duration.ofMillis(20), 25, Duration.ofSeconds(5), 50_000, 7);

    /// Enough to see that everything runs; the figures mean nothing.
    static final Effort SMOKE = new Effort(Clock.WALL, Duration.ofMillis(1), 2, Duration.ofMillis(5), 300, 1);

    /// The clock of the processors may tick only every 10 ms, so turns are longer.
    Effort onProcessorTime() {
        return new Effort(Clock.PROCESSOR, round.multipliedBy(5), rounds / 2, warmUp, items, starts);
    }

    Effort withTurns(int number) {
        return new Effort(clock, round, number, warmUp, items, starts);
    }
}
