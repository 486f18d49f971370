package dev.waybill.runtime;

/// There is no key to sign with. Nothing is wrong with the run: it goes on when the key is back.
public final class KeyLost extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public KeyLost(String message) {
        super(message);
    }

    public KeyLost(String message, Throwable cause) {
        super(message, cause);
    }
}
