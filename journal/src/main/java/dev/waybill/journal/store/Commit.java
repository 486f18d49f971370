package dev.waybill.journal.store;

import dev.waybill.journal.RunId;

/// What became of a transaction: an ordinary answer, which the caller must look at.
public sealed interface Commit {

    /// It is durable.
    record Done() implements Commit {}

    /// Somebody else wrote first: load again, decide again. So it is when the head is another than expected, when
    /// the run to create is there already, when the run was pruned, when a receipt's index is not the next one,
    /// and, under the name of the source, when a prefix that a fork wants to share is not there or no longer.
    ///
    /// @param head how many events the log has now; -1 when there is no such run
    record Lost(RunId run, long head) implements Commit {}

    /// The run belongs to another owner or epoch now: stop working on it.
    record Fenced(RunId run) implements Commit {}

    /// The call was answered before; whether it was the same request is for the caller to see.
    record Answered(IdempotencyRecord earlier) implements Commit {}

    /// Somebody else moved a latch first: read it again.
    ///
    /// @param version which it has now; 0 when there is none
    record Latched(LatchKey key, long version) implements Commit {}

    Commit DONE = new Done();
}
