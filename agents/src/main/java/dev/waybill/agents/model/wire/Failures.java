package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelTrouble;
import dev.waybill.agents.model.Reply;
import dev.waybill.agents.model.Role;
import dev.waybill.agents.model.StopReason;
import dev.waybill.agents.model.Usage;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.text.Shortened;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a provider's error means. Providers agree on the status codes, and on little else.
final class Failures {

    private static final int LONGEST_TEXT = 500;

    private static final List<String> CONTEXT = List.of(
            "context_length_exceeded",
            "context length",
            "context window",
            "context size",
            "prompt is too long",
            "prompt too long",
            "input is too long",
            "exceeds the maximum number of tokens",
            "exceed context",
            "maximum allowed number of input tokens");

    private static final List<String> QUOTA =
            List.of("insufficient_quota", "billing_hard_limit", "credit balance is too low", "billing_not_active");

    private static final List<String> FILTERED = List.of("content_filter", "content_policy_violation");

    private Failures() {}

    /// @param error the provider's error object, or one with what it sent instead
    static ModelAnswer of(String provider, int status, JsonObject error, @Nullable HttpHeaders headers, Instant now) {
        String words = words(error);
        if (any(FILTERED, words)) {
            return blocked(error);
        }
        ModelTrouble trouble = trouble(status, words);
        String text = error.string("message").orElse("");
        return new ModelAnswer.Failed(
                trouble,
                "%s answered %s%s"
                        .formatted(
                                provider,
                                status == 0 ? "with an error" : status,
                                text.isBlank() ? "" : ": " + cut(text)),
                trouble.isRetryable() ? Waits.of(headers == null ? none() : headers, error, now) : null);
    }

    private static HttpHeaders none() {
        return HttpHeaders.of(new LinkedHashMap<>(), (_, _) -> true);
    }

    private static ModelAnswer blocked(JsonObject error) {
        return new ModelAnswer.Blocked(
                new Reply(
                        new ModelMessage(Role.ASSISTANT, List.of()),
                        StopReason.SAFETY,
                        Usage.NONE,
                        "",
                        JsonObject.of("error", error)),
                error.string("code").orElse(null));
    }

    /// Everything in an error that might say what it is about.
    private static String words(JsonObject error) {
        StringBuilder words = new StringBuilder();
        for (String name : List.of("type", "code", "status", "message")) {
            Optional.ofNullable(error.get(name))
                    .ifPresent(value -> words.append(value).append(' '));
        }
        return words.toString().toLowerCase(Locale.ROOT);
    }

    private static ModelTrouble trouble(int status, String words) {
        if (any(QUOTA, words)) {
            return ModelTrouble.QUOTA_EXHAUSTED;
        }
        if (status == 413 || (isRequestError(status) && any(CONTEXT, words))) {
            return ModelTrouble.CONTEXT_TOO_LONG;
        }
        return switch (status) {
            case 0 -> named(words);
            case 401, 403 -> ModelTrouble.UNAUTHORISED;
            case 404 -> ModelTrouble.NOT_FOUND;
            case 408, 504 -> ModelTrouble.TIMED_OUT;
            case 429 -> ModelTrouble.RATE_LIMITED;
            case 503, 529 -> ModelTrouble.OVERLOADED;
            default -> status >= 500 ? ModelTrouble.PROVIDER_ERROR : ModelTrouble.INVALID_REQUEST;
        };
    }

    private static boolean isRequestError(int status) {
        return status == 400 || status == 422 || status == 0 || status == 500;
    }

    /// An error in the middle of a stream has no status.
    private static ModelTrouble named(String words) {
        if (words.contains("overloaded") || words.contains("unavailable")) {
            return ModelTrouble.OVERLOADED;
        }
        if (words.contains("rate_limit") || words.contains("resource_exhausted") || words.contains("429")) {
            return ModelTrouble.RATE_LIMITED;
        }
        if (words.contains("authentication") || words.contains("permission")) {
            return ModelTrouble.UNAUTHORISED;
        }
        return words.contains("invalid_request") || words.contains("invalid_argument")
                ? ModelTrouble.INVALID_REQUEST
                : ModelTrouble.PROVIDER_ERROR;
    }

    private static boolean any(List<String> known, String words) {
        return known.stream().anyMatch(words::contains);
    }

    private static String cut(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return Shortened.of(line, LONGEST_TEXT);
    }
}
