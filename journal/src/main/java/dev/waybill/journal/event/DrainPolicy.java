package dev.waybill.journal.event;

/// What a pause does with nodes that are at work.
public enum DrainPolicy {
    /// They finish first.
    DRAIN_CURRENT_NODE("drain-current-node"),
    /// The run pauses at once; outcomes that arrive are recorded all the same.
    IMMEDIATE("immediate");

    private final String wire;

    DrainPolicy(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    public static DrainPolicy ofWire(String text) {
        for (DrainPolicy policy : values()) {
            if (policy.wire.equals(text)) {
                return policy;
            }
        }
        throw new IllegalArgumentException("expected immediate or drain-current-node, found \"" + text + "\"");
    }
}
