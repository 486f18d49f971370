package dev.waybill.doors.http;

import dev.waybill.base.Digest;
import dev.waybill.base.Recent;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.ApiKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Bars addresses that show unknown keys again and again, so that asking costs the store next to nothing. Nobody
/// can guess a key; this is about load. Keys that are known are not affected, whether they were let in before or
/// not: behind a proxy many share one address.
final class FailedAttempts {

    static final int MOST = 20;
    static final Duration WINDOW = Duration.ofMinutes(1);

    /// A key that is made while its address is barred is let in after so long. One look at the list of keys serves
    /// all whom nobody has seen yet, so they cost the store five reads a second, however many ask.
    private static final Duration LOOK = Duration.ofMillis(200);

    private static final int REMEMBERED = 10_000;

    private record Count(Instant since, int failures) {}

    private final Map<String, Count> failures = newest();
    private final Map<Digest, Boolean> welcome = newest();
    private Set<Digest> known = new LinkedHashSet<>();
    private @Nullable Instant lookedAt;

    private static <K, V> Map<K, V> newest() {
        return new Recent<>(REMEMBERED);
    }

    /// Whether a key from an address is not even looked up.
    ///
    /// @param keys where keys are listed
    synchronized boolean bars(String address, Digest key, Instant now, ApiKeys keys) {
        return count(address, now).failures >= MOST
                && !welcome.containsKey(key)
                && !known(keys, now).contains(key);
    }

    private Set<Digest> known(ApiKeys keys, Instant now) {
        if (lookedAt == null || Duration.between(lookedAt, now).abs().compareTo(LOOK) >= 0) {
            known = keys.apiKeys().stream().map(ApiKey::digest).collect(Collectors.toCollection(LinkedHashSet::new));
            lookedAt = now;
        }
        return known;
    }

    synchronized void failed(String address, Instant now) {
        Count before = count(address, now);
        failures.put(address, new Count(before.since, before.failures + 1));
    }

    synchronized void succeeded(Digest key) {
        welcome.put(key, true);
    }

    private Count count(String address, Instant now) {
        Count before = failures.get(address);
        return before == null || Duration.between(before.since, now).abs().compareTo(WINDOW) >= 0
                ? new Count(now, 0)
                : before;
    }
}
