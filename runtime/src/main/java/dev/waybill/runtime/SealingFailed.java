package dev.waybill.runtime;

import dev.waybill.journal.RunId;

/// A receipt cannot be issued whatever is tried: the run fails, once and visibly, and nothing goes on unsigned.
public final class SealingFailed extends RuntimeException {

    /// The code of the run's error.
    public static final String CODE = "receipt_refused";

    private static final long serialVersionUID = 1L;

    private final long sequence;

    public SealingFailed(RunId run, long sequence, RuntimeException cause) {
        super("no receipt can be signed for event %d of %s: %s".formatted(sequence, run, cause.getMessage()), cause);
        this.sequence = sequence;
    }

    /// The event that could not be signed for.
    public long sequence() {
        return sequence;
    }
}
