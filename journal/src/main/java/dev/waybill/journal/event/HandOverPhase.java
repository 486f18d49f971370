package dev.waybill.journal.event;

/// How far a hand-over has come.
public enum HandOverPhase {
    DISPATCH_BEGAN("dispatch.began"),
    DISPATCH_SUCCEEDED("dispatch.succeeded"),
    DISPATCH_FAILED("dispatch.failed"),
    CHILD_COMPLETED("child.completed"),
    CHILD_FAILED("child.failed"),
    CHILD_CANCELLED("child.cancelled"),
    OUTPUT_HARVESTED("output.harvested");

    private final String wire;

    HandOverPhase(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    public static HandOverPhase ofWire(String text) {
        for (HandOverPhase phase : values()) {
            if (phase.wire.equals(text)) {
                return phase;
            }
        }
        throw new IllegalArgumentException("no phase of a hand-over is called \"" + text + "\"");
    }
}
