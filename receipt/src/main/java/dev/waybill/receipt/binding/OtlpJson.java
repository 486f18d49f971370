package dev.waybill.receipt.binding;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Spans in the JSON encoding of OTLP, as a collector takes it at `/v1/traces`.
///
/// Ids are hexadecimal, 64-bit numbers are strings and enumerations are numbers: OTLP differs there from
/// the usual JSON form of protocol buffers.
public final class OtlpJson {

    private OtlpJson() {}

    /// One document: a resource for each issuer, a scope for each framework.
    public static JsonObject traces(List<Span> spans) {
        Map<String, Map<String, List<Span>>> byIssuer = new LinkedHashMap<>();
        for (Span span : spans) {
            byIssuer.computeIfAbsent(span.issuer(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(span.scope(), _ -> new ArrayList<>())
                    .add(span);
        }
        List<JsonValue> resources = new ArrayList<>();
        byIssuer.forEach((issuer, scopes) -> resources.add(resource(issuer, scopes)));
        return JsonObject.of("resourceSpans", new JsonArray(resources));
    }

    private static JsonObject resource(String issuer, Map<String, List<Span>> scopes) {
        var service = JsonObject.of("service.name", issuer);
        List<JsonValue> items = new ArrayList<>();
        scopes.forEach((scope, spans) -> items.add(JsonObject.of("scope", JsonObject.of("name", scope))
                .with("spans", new JsonArray(spans.stream().map(OtlpJson::span).toList()))));
        return JsonObject.of("resource", JsonObject.of("attributes", attributes(service)))
                .with("scopeSpans", new JsonArray(items));
    }

    private static JsonValue span(Span span) {
        var json = JsonObject.builder()
                .put("traceId", span.traceId())
                .put("spanId", span.spanId())
                .putIfPresent("parentSpanId", span.parentSpanId())
                .put("name", span.name())
                .put("kind", span.kind().number())
                .put("startTimeUnixNano", Long.toString(span.startNanos()))
                .put("endTimeUnixNano", Long.toString(span.endNanos()))
                .put("attributes", attributes(span.attributes()));
        if (!span.events().isEmpty()) {
            json.put(
                    "events",
                    new JsonArray(span.events().stream().map(OtlpJson::event).toList()));
        }
        if (!span.links().isEmpty()) {
            json.put(
                    "links",
                    new JsonArray(span.links().stream().map(OtlpJson::link).toList()));
        }
        return json.put("status", status(span.status())).build();
    }

    private static JsonValue event(Span.Event event) {
        return JsonObject.of("timeUnixNano", Long.toString(event.timeNanos()))
                .with("name", event.name())
                .with("attributes", attributes(event.attributes()));
    }

    private static JsonValue link(Span.Link link) {
        return JsonObject.of("traceId", link.traceId())
                .with("spanId", link.spanId())
                .with("attributes", attributes(link.attributes()));
    }

    private static JsonObject status(Span.Status status) {
        var json = JsonObject.builder();
        if (!status.message().isEmpty()) {
            json.put("message", status.message());
        }
        // Unset is the default value, which this encoding leaves out.
        if (status.outcome() != Span.Outcome.UNSET) {
            json.put("code", status.outcome().number());
        }
        return json.build();
    }

    private static JsonArray attributes(JsonObject attributes) {
        List<JsonValue> items = new ArrayList<>();
        attributes
                .members()
                .forEach((name, value) -> items.add(JsonObject.of("key", name).with("value", value(value))));
        return new JsonArray(items);
    }

    /// @throws IllegalArgumentException for a value that no attribute of ours has
    static JsonObject value(JsonValue value) {
        var json = JsonObject.builder();
        return switch (value) {
            case JsonString text -> json.put("stringValue", text).build();
            case JsonBool bool -> json.put("boolValue", bool).build();
            case JsonNumber(var lexeme) -> json.put("intValue", lexeme).build();
            case JsonArray texts
            when texts.items().stream().allMatch(JsonString.class::isInstance) ->
                json.put(
                                "arrayValue",
                                JsonObject.of(
                                        "values",
                                        new JsonArray(texts.items().stream()
                                                .<JsonValue>map(OtlpJson::value)
                                                .toList())))
                        .build();
            default ->
                throw new IllegalArgumentException(
                        "an attribute is a text, a list of texts, a boolean or an integer, found a JSON "
                                + value.kind());
        };
    }
}
