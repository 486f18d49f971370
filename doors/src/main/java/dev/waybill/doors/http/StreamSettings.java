package dev.waybill.doors.http;

import java.time.Duration;

/// How many responses may stay open, and how they are kept alive.
///
/// @param most on the whole server
/// @param mostOfOne for one caller
/// @param keepAlive a stream that has nothing to say for so long says that it is still there; proxies cut what is
/// silent
/// @param recheck how often a caller must still be one who is let in
public record StreamSettings(int most, int mostOfOne, Duration keepAlive, Duration recheck) {

    public static final StreamSettings DEFAULT =
            new StreamSettings(4_000, 2_000, Duration.ofSeconds(15), Duration.ofMinutes(1));
}
