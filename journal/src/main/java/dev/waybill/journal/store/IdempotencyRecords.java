package dev.waybill.journal.store;

import java.time.Instant;
import java.util.Optional;

/// Answers that repeated calls get again.
public interface IdempotencyRecords {

    /// The answer, as long as it has not expired: `expiresAt` is after now.
    Optional<IdempotencyRecord> answered(IdempotencyKey key, Instant now);
}
