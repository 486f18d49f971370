package dev.waybill.journal.store;

/// Who may write. A commit of an owner that lost its run is refused, however late it arrives.
public sealed interface Fence {

    /// The expected head alone decides: for commands that anybody may give.
    record HeadOnly() implements Fence {}

    /// Only the run's owner in this epoch.
    record Owned(ProcessId owner, long epoch) implements Fence {}

    Fence HEAD_ONLY = new HeadOnly();
}
