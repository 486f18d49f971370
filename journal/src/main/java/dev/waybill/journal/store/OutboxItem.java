package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import java.time.Instant;

/// Something to deliver to the outside, kept with the event that asks for it and until it arrived.
///
/// @param id the delivery's own name: repeated deliveries carry the same
/// @param kind which courier knows what to do with it
@SuppressWarnings("ArrayRecordComponent")
public record OutboxItem(
        String id, RunId run, long sequence, String kind, byte[] body, Instant notBefore, int attempts) {}
