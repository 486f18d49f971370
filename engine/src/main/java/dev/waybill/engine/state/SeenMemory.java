package dev.waybill.engine.state;

import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.memory.MemoryView;
import dev.waybill.journal.memory.RunMemory;
import java.util.Optional;

/// What a run sees of its memory. Nothing that is written later changes it, so that a fork and a repeated activity find
/// what was there.
public final class SeenMemory {

    private SeenMemory() {}

    /// What the run sees where its log stands; empty when it uses no memory.
    public static Optional<MemoryView> now(RunState state) {
        return RunMemory.of(state.header())
                .map(memory -> memory.at(state.position().memory(), state.head()));
    }

    /// What one attempt of a node reads: its run's memory as it was at its start.
    public static Optional<MemoryView> of(RunState state, Attempt attempt) {
        long start = attempt.start().sequence();
        // What a branch took over from its source lies below its own memory.
        long version = start < ownFrom(state) ? 0 : attempt.memory();
        return RunMemory.of(state.header()).map(memory -> memory.at(version, start));
    }

    private static long ownFrom(RunState state) {
        return state.header().origin() instanceof Origin.Fork fork && fork.mode() == ForkMode.BRANCH
                ? fork.sequence()
                : 0;
    }
}
