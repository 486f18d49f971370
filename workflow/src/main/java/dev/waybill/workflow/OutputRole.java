package dev.waybill.workflow;

/// Whether a last node's output is what the workflow is for. A hint for readers; it changes no run.
public enum OutputRole {
    PRIMARY("primary"),
    SECONDARY("secondary");

    private final String wire;

    OutputRole(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }
}
