package dev.waybill.workflow;

/// When a node with several incoming edges starts.
public enum TriggerRule {
    ALL_SUCCESS("all_success"),
    ANY_SUCCESS("any_success"),
    ALL_COMPLETE("all_complete"),
    NONE_FAILED("none_failed"),
    ANY_FAILED("any_failed");

    private final String wire;

    TriggerRule(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }
}
