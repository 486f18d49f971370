package dev.waybill.receipt;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How an execution ended, as its receipt signs it.
public enum StepOutcome {
    COMPLETED,
    FAILED,
    CANCELLED,
    SKIPPED;

    /// Null for a word that names none.
    public static @Nullable StepOutcome ofWire(String word) {
        for (StepOutcome outcome : values()) {
            if (outcome.wire().equals(word)) {
                return outcome;
            }
        }
        return null;
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
