package dev.waybill.journal;

import org.jspecify.annotations.Nullable;

/// Our promise is broken: what the store holds is not what was written. The run stops; nothing is guessed.
public final class CorruptLog extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CorruptLog(RunId run, long sequence, String why) {
        this(run, sequence, why, null);
    }

    CorruptLog(RunId run, long sequence, String why, @Nullable Throwable cause) {
        super("the log of %s is damaged at event %d: %s".formatted(run, sequence, why), cause);
    }
}
