package dev.waybill.evidence.index;

/// The index cannot be used; the message is one sentence that says why. Making it anew always helps.
public final class UnusableIndex extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UnusableIndex(String message) {
        super(message);
    }
}
