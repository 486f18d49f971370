package dev.waybill.doors.http;

import java.time.Duration;

/// How many clients may be connected at a time, and how long the server waits for one.
///
/// @param most fewer where the system allows the process fewer open files
/// @param patience how long a client may take for a whole request: to the end of its head, counted from the
/// connection or from the answer before, and from there to the end of its body
public record ConnectionSettings(int most, Duration patience) {

    public static final ConnectionSettings DEFAULT = new ConnectionSettings(10_000, Duration.ofMinutes(1));
}
