package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.http.Replies;

/// The one shape of "no": `{error, message, details?}` and nothing else.
final class Envelope {

    static final String UNAVAILABLE = "service_unavailable";

    private static final int COME_BACK_SECONDS = 1;
    private static final String INTERNAL = "internal_error";

    private Envelope() {}

    /// @param correlation names the failure in the host's own words, where it is our mistake
    /// @param dialect in whose words
    static Answer.Document of(Throwable thrown, String correlation, Dialect dialect) {
        return thrown instanceof RestRefusal refusal
                ? said(refusal, dialect)
                : known(Refusals.outside(thrown), correlation, dialect);
    }

    private static Answer.Document said(RestRefusal refusal, Dialect dialect) {
        Answer.Document answer = document(
                dialect, refusal.status(), refusal.code(), String.valueOf(refusal.getMessage()), refusal.details());
        return switch (refusal.status()) {
            case 405 -> answer.with("Allow", allowed(refusal));
            case 429, 503 -> answer.with("Retry-After", String.valueOf(COME_BACK_SECONDS));
            default -> answer;
        };
    }

    private static Answer.Document known(Refusal refusal, String correlation, Dialect dialect) {
        JsonObject details =
                refusal.next() == null ? refusal.details() : refusal.details().with("next", refusal.next());
        int status = Replies.status(refusal.kind()).code();
        if (status < 500) {
            Answer.Document answer = document(dialect, status, refusal.code(), refusal.message(), details);
            return refusal.kind() == Kind.LIMITED
                    ? answer.with("Retry-After", String.valueOf(COME_BACK_SECONDS))
                    : answer;
        }
        JsonObject named = details.with("correlationId", correlation);
        if (refusal.kind() != Kind.UNAVAILABLE) {
            String code = refusal.code().equals(Refusals.INTERNAL) ? INTERNAL : refusal.code();
            return document(dialect, status, code, refusal.message(), named);
        }
        return document(
                        dialect,
                        status,
                        UNAVAILABLE,
                        refusal.message(),
                        named.with("reason", refusal.code()).with("retryAfter", JsonNumber.of(COME_BACK_SECONDS)))
                .with("Retry-After", String.valueOf(COME_BACK_SECONDS));
    }

    private static String allowed(RestRefusal refusal) {
        return String.join(
                ", ",
                refusal.details().array("allowed").orElseThrow().items().stream()
                        .flatMap(item -> item.asString().stream())
                        .toList());
    }

    private static Answer.Document document(
            Dialect dialect, int status, String code, String message, JsonObject details) {
        JsonObject shown = dialect.details(details);
        return dialect.refusal(code, message)
                .map(said -> document(said.status(), said.code(), message, shown))
                .orElseGet(() -> document(status, code, message, shown));
    }

    private static Answer.Document document(int status, String code, String message, JsonObject details) {
        return Answer.json(
                status,
                JsonObject.of("error", code)
                        .with("message", message)
                        .withIfPresent("details", details.isEmpty() ? null : details));
    }
}
