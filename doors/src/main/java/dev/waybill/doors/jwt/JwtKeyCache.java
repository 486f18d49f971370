package dev.waybill.doors.jwt;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The provider's keys, read when they are needed and again when they may have changed. A provider that does not answer
/// locks nobody out for a day: the keys that were known go on.
final class JwtKeyCache {

    /// Tokens that name unknown keys cannot make us ask the provider more often.
    private static final Duration BETWEEN = Duration.ofSeconds(30);

    private static final Duration LONGEST = Duration.ofDays(1);

    private final JwtKeySource source;
    private final InstantSource clock;
    private final Consumer<String> trouble;
    private @Nullable JwtKeys keys;
    private Instant readAt = Instant.MIN;
    private Instant triedAt = Instant.MIN;

    JwtKeyCache(JwtKeySource source, InstantSource clock, Consumer<String> trouble) {
        this.source = source;
        this.clock = clock;
        this.trouble = trouble;
    }

    /// The key that a token means. One that is not known may be new, so the provider is asked once more.
    synchronized Optional<JwtKey> find(String kid, JwtAlgorithm algorithm) {
        Instant now = clock.instant();
        if (keys == null || source.isStale(readAt, now)) {
            refresh(now);
        }
        Optional<JwtKey> found = known(now).flatMap(it -> it.find(kid, algorithm));
        if (found.isEmpty() && refresh(now)) {
            found = known(now).flatMap(it -> it.find(kid, algorithm));
        }
        return found;
    }

    private Optional<JwtKeys> known(Instant now) {
        return Optional.ofNullable(keys).filter(_ -> now.isBefore(readAt.plus(LONGEST)));
    }

    private boolean refresh(Instant now) {
        if (now.isBefore(triedAt.plus(BETWEEN)) && !triedAt.isAfter(now)) {
            return false;
        }
        triedAt = now;
        try {
            keys = JwtKeys.read(source.read());
            readAt = now;
            return true;
        } catch (IOException | IllegalArgumentException e) {
            trouble.accept("the keys for bearer tokens cannot be read: " + e.getMessage());
            return false;
        }
    }
}
