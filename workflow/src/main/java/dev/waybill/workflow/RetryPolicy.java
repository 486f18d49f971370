package dev.waybill.workflow;

/// How often a failed node is tried again, and how long each wait is. Delays are computed, never drawn, so that
/// a replay waits for the same instants.
///
/// @param maxRetries attempts after the first
/// @param factor each wait is this many times the wait before it
public record RetryPolicy(int maxRetries, long firstDelayMs, double factor, long longestDelayMs) {

    /// Seconds at first, a minute at most.
    public static final RetryPolicy NONE = new RetryPolicy(0, 1_000, 2, 60_000);

    public RetryPolicy {
        Checks.atLeast("maxRetries", 0, maxRetries);
        Checks.atLeast("retryDelayMs", 0, firstDelayMs);
        Checks.atLeast("retryMaxDelayMs", 0, longestDelayMs);
        if (!(factor >= 1 && factor <= 1_000)) {
            throw new IllegalArgumentException("retryBackoff must be from 1 to 1000, was " + factor);
        }
    }

    public boolean allows(int retry) {
        return retry >= 1 && retry <= maxRetries;
    }

    /// The wait before a retry, the first being 1.
    public long delayMs(int retry) {
        Checks.atLeast("a retry", 1, retry);
        double delay = firstDelayMs * StrictMath.pow(factor, retry - 1.0);
        return delay >= longestDelayMs ? longestDelayMs : (long) delay;
    }
}
