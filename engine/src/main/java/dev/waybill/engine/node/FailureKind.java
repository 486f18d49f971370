package dev.waybill.engine.node;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.journal.event.RunError;
import java.time.Duration;

/// What may follow a failure. It is read from the recorded error, so that everybody who sees the log sees it.
public enum FailureKind {
    /// It may work the next time.
    RETRYABLE,
    /// It may work the next time, after a wait.
    RATE_LIMITED,
    /// Somebody could have done it and would not.
    REFUSED,
    /// It will never work.
    PERMANENT;

    /// Who asks for a longer wait has said no: the node fails.
    public static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private static final String RETRY_AFTER = "retryAfterMs";
    private static final String REFUSAL = "refused";

    public static FailureKind of(RunError error) {
        if (error.retryable()) {
            return error.details().has(RETRY_AFTER) ? RATE_LIMITED : RETRYABLE;
        }
        return error.details().get(REFUSAL) == JsonBool.TRUE ? REFUSED : PERMANENT;
    }

    /// How long the next attempt has to wait at least.
    public static long waitMs(RunError error) {
        return error.details().get(RETRY_AFTER) instanceof JsonNumber number
                ? Math.max(0, number.asInteger().orElse(0))
                : 0;
    }

    static RunError refused(RunError error) {
        return error.with(REFUSAL, JsonBool.TRUE);
    }

    static RunError rateLimited(RunError error, Duration wait) {
        // Longer than the longest is all the same, and a clock cannot be asked for a million years.
        Duration most = LONGEST_WAIT.multipliedBy(2);
        long millis = (wait.compareTo(most) > 0 ? most : wait).toMillis();
        return error.with(RETRY_AFTER, JsonNumber.of(Math.max(0, millis)));
    }
}
