package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.store.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// The OpenAPI document, made from the routes themselves.
final class OpenApi {

    private static final String SCHEMAS = "openapi-schemas.json";
    private static final String JSON = "application/json";
    private static final String REFUSED = "Error";

    /// What also comes as a stream.
    private static final List<String> STREAMED = List.of("streamRunEvents", "followRuns", "streamSessionPlaces");

    /// What is no JSON.
    private static final Map<String, String> MEDIA = media();

    private static Map<String, String> media() {
        Map<String, String> media = new LinkedHashMap<>();
        media.put("Bundle", "application/zip");
        media.put("Artifact", "*/*");
        return media;
    }

    private final String version;
    private final List<Route> routes;

    OpenApi(String version, List<Route> routes) {
        this.version = version;
        this.routes = new ArrayList<>(routes);
    }

    /// The operation that shows the document, itself among the others.
    Route route() {
        Route route = Route.open("GET", "/openapi.json", "getOpenApi", "This document.")
                .header("If-None-Match", "The etag of the document that the caller has.")
                .gives(200, "OpenApi")
                .gives(304, "")
                .by(call -> DiscoveryRoutes.cached(call, document()));
        routes.add(route);
        return route;
    }

    private JsonObject document() {
        return JsonObject.of("openapi", "3.1.0")
                .with(
                        "info",
                        JsonObject.of("title", "Waybill")
                                .with("version", version)
                                .with("summary", "Durable multi-agent workflows with every handoff signed."))
                .with("paths", paths())
                .with("components", components());
    }

    private JsonObject paths() {
        Map<String, JsonValue> paths = new LinkedHashMap<>();
        for (Route route : routes) {
            JsonObject methods = paths.getOrDefault(route.firstPath(), JsonObject.EMPTY)
                    .asObject()
                    .orElseThrow();
            paths.put(route.firstPath(), methods.with(route.method().toLowerCase(Locale.ROOT), operation(route)));
        }
        return new JsonObject(paths);
    }

    private static JsonObject operation(Route route) {
        JsonObject.Builder json = JsonObject.builder()
                .put("operationId", route.operation())
                .put("summary", route.summary())
                .put("security", security(route));
        List<JsonValue> parameters = parameters(route);
        if (!parameters.isEmpty()) {
            json.put("parameters", new JsonArray(parameters));
        }
        if (route.takes() != null) {
            json.put("requestBody", JsonObject.of("content", content(route.takes())));
        }
        return json.put("responses", responses(route)).build();
    }

    private static JsonArray security(Route route) {
        return route.isOpen()
                ? JsonArray.EMPTY
                : JsonArray.of(JsonObject.of(
                        "bearer",
                        JsonArray.ofStrings(
                                route.scopes().stream().map(Scope::wire).toList())));
    }

    private static List<JsonValue> parameters(Route route) {
        List<JsonValue> all = new ArrayList<>();
        route.path().names().forEach(name -> all.add(parameter("path", name, "").with("required", JsonBool.TRUE)));
        route.query().forEach((name, meaning) -> all.add(parameter("query", name, meaning)));
        route.headers().forEach((name, meaning) -> all.add(parameter("header", name, meaning)));
        if (route.keyed()) {
            all.add(parameter("header", "Idempotency-Key", "Two calls with the same key are one."));
        }
        return all;
    }

    private static JsonObject parameter(String in, String name, String meaning) {
        return JsonObject.of("name", name)
                .with("in", in)
                .withIfPresent("description", meaning.isEmpty() ? null : meaning)
                .with("schema", JsonObject.of("type", "string"));
    }

    /// Besides what an operation refuses by itself there is what every one does: bodies that are too long, callers that
    /// ask too much at once, our own mistakes.
    private static JsonObject responses(Route route) {
        JsonObject.Builder json = JsonObject.builder();
        route.gives().forEach((status, schema) -> {
            JsonObject response = JsonObject.of("description", schema.isEmpty() ? "Nothing new." : schema);
            json.put(
                    String.valueOf(status),
                    schema.isEmpty() ? response : response.with("content", offered(route, schema)));
        });
        return json.put(
                        "default",
                        JsonObject.of("description", "Any other refusal.").with("content", content(REFUSED)))
                .build();
    }

    /// Events come as a list, or one by one to who does not ask for JSON.
    private static JsonObject offered(Route route, String schema) {
        JsonObject content = content(schema);
        return STREAMED.contains(route.operation()) && !schema.equals(REFUSED)
                ? content.with("text/event-stream", JsonObject.of("schema", JsonObject.of("type", "string")))
                : content;
    }

    private static JsonObject content(String schema) {
        JsonObject ref = JsonObject.of("$ref", "#/components/schemas/" + schema);
        return JsonObject.of(MEDIA.getOrDefault(schema, JSON), JsonObject.of("schema", ref));
    }

    private static JsonObject components() {
        return JsonObject.of("schemas", schemas())
                .with(
                        "securitySchemes",
                        JsonObject.of("bearer", JsonObject.of("type", "http").with("scheme", "bearer")));
    }

    private static JsonObject schemas() {
        try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream(SCHEMAS))) {
            return JsonReader.readObject(in.readAllBytes(), JsonLimits.DOCUMENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
