package dev.waybill.journal;

/// Where a run stands, in the words of the wire.
public enum RunStatus {
    PENDING("pending"),
    RUNNING("running"),
    PAUSED("paused"),
    WAITING_APPROVAL("waiting-approval"),
    WAITING_INPUT("waiting-input"),
    WAITING_EXTERNAL("waiting-external"),
    COMPLETED("completed"),
    FAILED("failed"),
    CANCELLING("cancelling"),
    CANCELLED("cancelled");

    private final String wire;

    RunStatus(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    public static RunStatus ofWire(String text) {
        for (RunStatus status : values()) {
            if (status.wire.equals(text)) {
                return status;
            }
        }
        throw new IllegalArgumentException("no run status is called \"" + text + "\"");
    }

    /// A terminal run never grows.
    public boolean isTerminal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }

    /// Whether only a person or another system can move the run on.
    public boolean isWaiting() {
        return this == WAITING_APPROVAL || this == WAITING_INPUT || this == WAITING_EXTERNAL;
    }
}
