package dev.waybill.runtime.webhook;

/// A delivery did not arrive. The reason names no address: one may hold a secret.
final class Undelivered extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean hopeless;

    private Undelivered(String reason, boolean hopeless) {
        super(reason, null, false, false);
        this.hopeless = hopeless;
    }

    /// It may arrive later.
    static Undelivered now(String reason) {
        return new Undelivered(reason, false);
    }

    /// It never will.
    static Undelivered ever(String reason) {
        return new Undelivered(reason, true);
    }

    boolean isHopeless() {
        return hopeless;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
