package dev.waybill.agents.model.wire;

import dev.waybill.base.json.JsonObject;
import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How long a provider wants to be left alone. Each says it in its own way.
final class Waits {

    /// Limits that providers count apart, and the headers that tell when each is free again.
    private static final List<Limit> LIMITS = List.of(
            new Limit("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
            new Limit("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
            new Limit("anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"),
            new Limit("anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"),
            new Limit("anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"),
            new Limit("anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"));

    private static final Pattern PERIOD = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|h|m|s)");
    private static final String RETRY_INFO = "RetryInfo";

    private Waits() {}

    private record Limit(String left, String reset) {}

    /// @return null when the provider does not say
    static @Nullable Duration of(HttpHeaders headers, JsonObject error, Instant now) {
        return header(headers, "retry-after-ms")
                .flatMap(text -> number(text).map(Waits::millis))
                .or(() -> header(headers, "retry-after").flatMap(text -> retryAfter(text, now)))
                .or(() -> retryInfo(error))
                .or(() -> exhausted(headers, now))
                .orElse(null);
    }

    private static Optional<String> header(HttpHeaders headers, String name) {
        return headers.firstValue(name).map(String::strip).filter(text -> !text.isEmpty());
    }

    private static Optional<Duration> retryAfter(String text, Instant now) {
        Optional<Double> seconds = number(text);
        if (seconds.isPresent()) {
            return seconds.map(value -> millis(value * 1000));
        }
        try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(until(then, now));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// Google tells it in the error.
    private static Optional<Duration> retryInfo(JsonObject error) {
        for (JsonObject detail : Fields.objects(error, "details")) {
            if (detail.string("@type").orElse("").endsWith(RETRY_INFO)) {
                return detail.string("retryDelay").flatMap(Waits::period);
            }
        }
        return Optional.empty();
    }

    /// The longest of the limits that are used up.
    private static Optional<Duration> exhausted(HttpHeaders headers, Instant now) {
        List<Duration> waits = new ArrayList<>();
        for (Limit limit : LIMITS) {
            if (header(headers, limit.left()).filter("0"::equals).isPresent()) {
                header(headers, limit.reset())
                        .flatMap(text -> period(text).or(() -> time(text, now)))
                        .ifPresent(waits::add);
            }
        }
        return waits.stream().max(Duration::compareTo);
    }

    private static Optional<Duration> time(String text, Instant now) {
        try {
            return Optional.of(until(OffsetDateTime.parse(text).toInstant(), now));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// Such as `1m30.5s` or `20ms`.
    static Optional<Duration> period(String text) {
        Matcher pieces = PERIOD.matcher(text);
        double millis = 0;
        int end = 0;
        while (pieces.find() && pieces.start() == end) {
            millis += Double.parseDouble(pieces.group(1))
                    * switch (pieces.group(2)) {
                        case "ms" -> 1;
                        case "s" -> 1_000;
                        case "m" -> 60_000;
                        default -> 3_600_000;
                    };
            end = pieces.end();
        }
        return end > 0 && end == text.length() ? Optional.of(millis(millis)) : Optional.empty();
    }

    private static Optional<Double> number(String text) {
        try {
            double number = Double.parseDouble(text);
            return number >= 0 ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// A wait that no clock can hold is as good as for ever.
    private static Duration millis(double millis) {
        return Duration.ofMillis((long) Math.ceil(Math.min(millis, 1e15)));
    }

    private static Duration until(Instant then, Instant now) {
        Duration left = Duration.between(now, then);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
