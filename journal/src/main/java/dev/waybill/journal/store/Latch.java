package dev.waybill.journal.store;

import java.time.Instant;
import java.util.Objects;

/// A small value that only a transaction changes, and only if nobody changed it since it was read. What must
/// happen once in a whole cluster moves a latch in the transaction in which it happens: of two that try, one
/// commits.
///
/// @param version counts its changes, from 1
/// @param value whatever its owner writes, usually JSON
public record Latch(LatchKey key, long version, String value, Instant at) {

    public Latch {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        if (version < 1) {
            throw new IllegalArgumentException("a latch counts from 1, found " + version);
        }
    }

    /// What it becomes next.
    public Latch next(String changed, Instant when) {
        return new Latch(key, version + 1, changed, when);
    }

    /// What it becomes first.
    public static Latch first(LatchKey key, String value, Instant when) {
        return new Latch(key, 1, value, when);
    }
}
