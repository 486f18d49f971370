package dev.waybill.receipt;

import java.util.Locale;

/// How an execution ended, as its receipt signs it.
public enum StepOutcome {
    COMPLETED,
    FAILED,
    CANCELLED,
    SKIPPED;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
