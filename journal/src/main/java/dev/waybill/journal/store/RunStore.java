package dev.waybill.journal.store;

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
                AutoCloseable {

    Changes changes();

    /// Where the data is, for people.
    String describe();

    @Override
    void close();
}
