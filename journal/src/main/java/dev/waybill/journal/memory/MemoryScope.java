package dev.waybill.journal.memory;

import dev.waybill.journal.RunId;
import java.util.Comparator;

/// Whose memory: a tenant's, under a name. The tenant is never taken from a reference that somebody writes, so no
/// name reaches another tenant's.
public record MemoryScope(String tenant, String name) implements Comparable<MemoryScope> {

    /// What all runs of a tenant share, unless they say otherwise.
    public static final String SHARED = "shared";

    /// Begins the names that runs give to what only they and their children see.
    static final String OWN = "run:";

    private static final Comparator<MemoryScope> ORDER =
            Comparator.comparing(MemoryScope::tenant).thenComparing(MemoryScope::name);

    public MemoryScope {
        MemoryNames.require("memory scope", name);
    }

    public static MemoryScope shared(String tenant) {
        return new MemoryScope(tenant, SHARED);
    }

    /// What a fork or an isolated child writes to.
    static MemoryScope own(String tenant, RunId run) {
        return new MemoryScope(tenant, OWN + run.value());
    }

    /// Whether a fork or an isolated child made it for itself.
    public boolean isOwn() {
        return name.startsWith(OWN);
    }

    @Override
    public int compareTo(MemoryScope other) {
        return ORDER.compare(this, other);
    }
}
