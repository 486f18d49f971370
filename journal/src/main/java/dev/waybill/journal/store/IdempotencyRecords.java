package dev.waybill.journal.store;

import java.time.Instant;
import java.util.Optional;

/// Answers that repeated calls get again.
public interface IdempotencyRecords {

    Optional<IdempotencyRecord> answered(IdempotencyKey key, Instant now);
}
