package dev.waybill.engine.state;

import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.memory.MemoryView;
import dev.waybill.journal.memory.RunMemory;
import java.util.Optional;

/// What a run sees of its memory and of its workspace. Nothing that is written later changes it, so that a fork and a
/// repeated activity find
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

    /// What the run sees of its workspace where its log stands; empty when it has none.
    public static Optional<MemoryView> workspaceNow(RunState state) {
        return RunWorkspace.of(state.header())
                .map(workspace -> workspace.place().at(state.position().workspace(), state.head()));
    }

    /// What one attempt of a node reads of the workspace: the files as they were at its start.
    public static Optional<MemoryView> workspaceOf(RunState state, Attempt attempt) {
        long start = attempt.start().sequence();
        long change = start < ownFrom(state) ? 0 : attempt.workspace();
        return RunWorkspace.of(state.header())
                .map(workspace -> workspace.place().at(change, start));
    }

    private static long ownFrom(RunState state) {
        return state.header().origin() instanceof Origin.Fork fork && fork.mode() == ForkMode.BRANCH
                ? fork.sequence()
                : 0;
    }
}
