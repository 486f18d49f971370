package dev.waybill.journal;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;
import org.jspecify.annotations.Nullable;

/// Our promise is broken: what the store holds is not what was written. The run stops; nothing is guessed.
public final class CorruptLog extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1L;

    public CorruptLog(RunId run, long sequence, String why) {
        this(run, sequence, why, null);
    }

    CorruptLog(RunId run, long sequence, String why, @Nullable Throwable cause) {
        super("the log of %s is damaged at event %d: %s".formatted(run, sequence, why), cause);
    }

    @Override
    public Refusal refusal() {
        return new Refusal(
                Kind.DAMAGED, "log_corrupt", String.valueOf(getMessage()), "Restore the store from a backup.");
    }
}
