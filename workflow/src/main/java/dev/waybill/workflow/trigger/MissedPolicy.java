package dev.waybill.workflow.trigger;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What becomes of times at which nobody was there to fire.
public enum MissedPolicy {
    /// They are over.
    SKIP("skip"),
    /// One run for all of them, with the latest time.
    ONCE("fire-once"),
    /// A run for each, up to a bound; of more than that, the latest.
    ALL("fire-all");

    private final String wire;

    MissedPolicy(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    static Optional<MissedPolicy> of(String wire) {
        return Arrays.stream(values()).filter(it -> it.wire.equals(wire)).findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(MissedPolicy::wire).toList();
    }
}
