package dev.waybill.doors.http;

import dev.waybill.base.Digest;
import dev.waybill.base.Recent;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// Bars addresses that show unknown keys again and again, so that asking costs the store nothing. Nobody can
/// guess a key; this is about load. Keys that were let in before are not affected: behind a proxy many share
/// one address.
final class FailedAttempts {

    static final int MOST = 20;
    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final int REMEMBERED = 10_000;

    private record Count(Instant since, int failures) {}

    private final Map<String, Count> failures = newest();
    private final Map<Digest, Boolean> welcome = newest();

    private static <K, V> Map<K, V> newest() {
        return new Recent<>(REMEMBERED);
    }

    /// Whether a key from an address is not even looked up.
    synchronized boolean bars(String address, Digest key, Instant now) {
        return count(address, now).failures >= MOST && !welcome.containsKey(key);
    }

    synchronized void failed(String address, Instant now) {
        Count before = count(address, now);
        failures.put(address, new Count(before.since, before.failures + 1));
    }

    synchronized void succeeded(Digest key) {
        welcome.put(key, true);
    }

    private Count count(String address, Instant now) {
        Count known = failures.get(address);
        return known == null || Duration.between(known.since, now).abs().compareTo(WINDOW) >= 0
                ? new Count(now, 0)
                : known;
    }
}
