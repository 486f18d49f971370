package dev.waybill.journal;

/// What a fork is for.
public enum ForkMode {
    /// Do the same again from the recorded answers, and tell where it differs.
    REPLAY("replay"),
    /// Go on differently.
    BRANCH("branch");

    private final String wire;

    ForkMode(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    public static ForkMode ofWire(String text) {
        return switch (text) {
            case "replay" -> REPLAY;
            case "branch" -> BRANCH;
            default -> throw new IllegalArgumentException("expected mode replay or branch, found \"" + text + "\"");
        };
    }
}
