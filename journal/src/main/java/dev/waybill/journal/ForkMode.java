package dev.waybill.journal;

/// What a fork is for.
public enum ForkMode {
    /// Do the same again from everything that is recorded, and tell where it differs.
    CHECK("check"),
    /// Do the same again from the recorded answers, but past a cancel: what the run would have done.
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

    /// Whether it repeats its source instead of doing something of its own.
    public boolean repeats() {
        return this != BRANCH;
    }

    public static ForkMode ofWire(String text) {
        return switch (text) {
            case "check" -> CHECK;
            case "replay" -> REPLAY;
            case "branch" -> BRANCH;
            default ->
                throw new IllegalArgumentException("expected mode check, replay or branch, found \"" + text + "\"");
        };
    }
}
