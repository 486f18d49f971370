package dev.waybill.journal.store;

import dev.waybill.journal.document.Documents;
import dev.waybill.journal.memory.Memories;

/// All ports of one store. Rooms ask for the port they need; only the composition root sees them all.
public interface RunStore
        extends EventLog,
                ReceiptLog,
                Ownership,
                Families,
                Outbox,
                Blobs,
                IdempotencyRecords,
                TokenPlaces,
                TokenKeys,
                ApiKeys,
                Retention,
                RowChecks,
                AutoCloseable {

    /// Looks, without writing, whether this process may write: another one may have brought the store to a version that
    /// this one does not know.
    ///
    /// @throws StoreException when it may not
    default void requireWritable() {}

    Changes changes();

    /// Tells of those commits only after which a claim may find something, as far as the store can tell them
    /// apart: nearly all are steps of an owner, who needs no claim for the next one. A call of another process
    /// may get lost, and a deadline calls nobody when it comes.
    default Changes calls() {
        return changes();
    }

    Memories memories();

    /// What couriers need besides the outbox itself.
    Postings postings();

    Webhooks webhooks();

    Documents documents();

    Latches latches();

    /// Where the data is, for people.
    String describe();

    @Override
    void close();
}
