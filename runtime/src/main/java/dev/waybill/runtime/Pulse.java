package dev.waybill.runtime;

import java.time.Duration;
import java.time.Instant;

/// Whether this process has reached the store steadily enough to call another one dead.
///
/// A silent owner has died, or nobody could be heard: while a database is away, all hearts seem to stand
/// still. A process that missed beats itself therefore gives everybody a lease to beat again before it takes
/// over from anyone.
final class Pulse {

    /// Longer than any store lasts.
    private static final Duration NOBODY_IS_DEAD = Duration.ofDays(36_500);

    private final Duration lease;
    private Instant last;
    private Instant steadyFrom = Instant.MIN;

    /// @param born a new process has missed nothing
    Pulse(Instant born, Duration lease) {
        this.lease = lease;
        this.last = born;
    }

    /// A beat was written.
    ///
    /// @param begun when it was sent: a database that stood still may answer much later
    synchronized void beat(Instant begun) {
        if (isFaint(begun)) {
            steadyFrom = begun.plus(lease);
        }
        last = begun;
    }

    /// Whether beats were missed just now; hearts beat four times a lease.
    private boolean isFaint(Instant now) {
        return silence(now).compareTo(lease.dividedBy(2)) > 0;
    }

    private Duration silence(Instant now) {
        return Duration.between(last, now).abs();
    }

    /// Whether others still have reason to believe that this process lives.
    synchronized boolean isHeard(Instant now) {
        return silence(now).compareTo(lease) <= 0;
    }

    /// How long an owner must have been silent for its runs to be taken over.
    synchronized Duration silenceOfTheDead(Instant now) {
        return isFaint(now) || now.isBefore(steadyFrom) ? NOBODY_IS_DEAD : lease;
    }
}
