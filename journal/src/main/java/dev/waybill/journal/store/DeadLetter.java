package dev.waybill.journal.store;

import java.time.Instant;

/// A delivery that was given up.
///
/// @param diedAt when
/// @param reason what went wrong the last time, without anything secret
public record DeadLetter(OutboxItem item, Instant diedAt, String reason) {}
