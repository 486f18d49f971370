package dev.waybill.runtime;

/// Somebody else was first with what happens only once.
public final class LatchMoved extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LatchMoved(String message) {
        super(message);
    }
}
