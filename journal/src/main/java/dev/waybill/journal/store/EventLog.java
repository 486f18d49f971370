package dev.waybill.journal.store;

/// The logs of all runs.
public interface EventLog extends RunReads {

    /// Makes a transaction true, whole or not at all, and returns when it is durable.
    ///
    /// An earlier answer to the same call comes before everything else. Then the appends are looked at in their
    /// order, each on top of those before it, and the first that cannot be made gives the answer. One append is
    /// first judged by its fence, then by its head, then by its receipts.
    ///
    /// @throws StoreException when it could not be done; [StoreException#isAmbiguous] says whether to look first
    Commit commit(Transaction transaction);
}
