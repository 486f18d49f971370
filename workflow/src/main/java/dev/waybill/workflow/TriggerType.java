package dev.waybill.workflow;

/// What starts a run, or a node of a running one.
public enum TriggerType {
    MANUAL("manual"),
    SCHEDULE("schedule"),
    WEBHOOK("webhook"),
    /// A run that failed.
    ERROR("error"),
    EVENT("event"),
    ARTIFACT("artifact"),
    CANVAS("canvas"),
    ENVELOPE("envelope"),
    COMMAND("command"),
    CHAT_MESSAGE("chat-message"),
    CHANNEL_WRITE("channel-write");

    private final String wire;

    TriggerType(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }
}
