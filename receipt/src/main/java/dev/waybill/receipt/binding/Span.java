package dev.waybill.receipt.binding;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A workflow or a step as OpenTelemetry sees it.
///
/// Times of spans that are made from signed receipts count whole seconds: a step with one receipt has no duration.
///
/// @param traceId 32 hexadecimal digits
/// @param spanId 16 hexadecimal digits
/// @param parentSpanId the span above, in the same trace; null at the top
/// @param issuer who signed for it; becomes the resource
/// @param scope the framework; becomes the instrumentation scope
/// @param startNanos nanoseconds since 1970
/// @param endNanos nanoseconds since 1970
/// @param attributes texts, lists of texts, booleans and integers by name
public record Span(
        String traceId,
        String spanId,
        @Nullable String parentSpanId,
        String name,
        Kind kind,
        String issuer,
        String scope,
        long startNanos,
        long endNanos,
        JsonObject attributes,
        List<Event> events,
        List<Link> links,
        Status status) {

    public Span {
        if (endNanos < startNanos || startNanos < 0) {
            throw new IllegalArgumentException("a span cannot end before it starts: " + startNanos + " to " + endNanos);
        }
        events = List.copyOf(events);
        links = List.copyOf(links);
        for (JsonValue value : attributes.members().values()) {
            OtlpJson.value(value);
        }
    }

    /// Something that happened during a span.
    public record Event(long timeNanos, String name, JsonObject attributes) {}

    /// Another span that this one builds on, in the same trace or in another.
    public record Link(String traceId, String spanId, JsonObject attributes) {}

    /// How it ended.
    ///
    /// @param message what went wrong; empty otherwise
    public record Status(Outcome outcome, String message) {
        public static final Status UNSET = new Status(Outcome.UNSET, "");
        public static final Status OK = new Status(Outcome.OK, "");

        public static Status error(String message) {
            return new Status(Outcome.ERROR, message);
        }
    }

    /// Who does the work.
    public enum Kind {
        INTERNAL(1),
        /// Somebody else is asked to.
        CLIENT(3);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        /// The number in OTLP.
        int number() {
            return number;
        }
    }

    /// The three values of OpenTelemetry.
    public enum Outcome {
        UNSET(0),
        OK(1),
        ERROR(2);

        private final int number;

        Outcome(int number) {
            this.number = number;
        }

        /// The number in OTLP.
        int number() {
            return number;
        }
    }
}
