package dev.waybill.journal.store;

import java.util.Comparator;

/// What a latch is called.
///
/// @param kind what it is for
/// @param tenant whose it is
public record LatchKey(String kind, String tenant, String name) implements Comparable<LatchKey> {

    private static final Comparator<LatchKey> ORDER =
            Comparator.comparing(LatchKey::kind).thenComparing(LatchKey::tenant).thenComparing(LatchKey::name);

    @Override
    public int compareTo(LatchKey other) {
        return ORDER.compare(this, other);
    }
}
