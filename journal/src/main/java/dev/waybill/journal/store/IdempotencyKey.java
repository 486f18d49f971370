package dev.waybill.journal.store;

import dev.waybill.journal.RunId;

/// What makes two calls the same call.
public record IdempotencyKey(String tenant, String operation, String key) {

    /// The operation whose answers belong to a run, and go when it is pruned.
    public static final String ADVANCE = "advance";

    /// The key of a call that moves a guided run on.
    ///
    /// @param call what tells the calls of the run apart
    public static IdempotencyKey advance(String tenant, RunId run, String call) {
        return new IdempotencyKey(tenant, ADVANCE, firstOf(run) + call);
    }

    public boolean belongsTo(RunId run) {
        return operation.equals(ADVANCE) && key.startsWith(firstOf(run));
    }

    /// Where the keys of a run begin among the sorted keys of the operation.
    public static String firstOf(RunId run) {
        return run.value() + "/";
    }

    /// Where they end: `0` is the character after `/`.
    public static String endOf(RunId run) {
        return run.value() + "0";
    }
}
