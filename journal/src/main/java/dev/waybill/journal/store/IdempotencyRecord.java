package dev.waybill.journal.store;

import dev.waybill.base.Digest;
import java.time.Instant;

/// The answer to a call, kept so that its repetition gets the same.
///
/// @param request the digest of what was asked: another request under the same key is a mistake
@SuppressWarnings("ArrayRecordComponent")
public record IdempotencyRecord(
        IdempotencyKey key, Digest request, byte[] answer, Instant createdAt, Instant expiresAt) {}
