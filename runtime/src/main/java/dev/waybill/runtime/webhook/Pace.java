package dev.waybill.runtime.webhook;

import java.time.Duration;
import java.time.Instant;

/// How often deliveries are tried.
///
/// @param first how long after the first failure; each further wait is twice as long
/// @param longest no wait is longer
/// @param attempts after so many a delivery is given up
/// @param failures so many in a row open a receiver's circuit
/// @param rest how long it stays open the first time
/// @param lease how long a process may take for one attempt before another one makes it
public record Pace(Duration first, Duration longest, int attempts, int failures, Duration rest, Duration lease) {

    /// About six hours until a delivery is given up.
    public static final Pace USUAL = new Pace(
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            16,
            4,
            Duration.ofSeconds(10),
            WebhookCourier.PATIENCE.plusSeconds(5));

    private static final int MOST_DOUBLINGS = 20;

    /// When a delivery that failed so often before is tried next.
    Instant next(int attempts, Instant now) {
        Duration wait = first.multipliedBy(1L << Math.min(attempts, MOST_DOUBLINGS));
        return now.plus(wait.compareTo(longest) < 0 ? wait : longest);
    }
}
