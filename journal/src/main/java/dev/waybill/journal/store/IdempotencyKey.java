package dev.waybill.journal.store;

/// What makes two calls the same call.
public record IdempotencyKey(String tenant, String operation, String key) {}
