package dev.waybill.agents.tool;

import dev.waybill.agents.Outside;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The operations of an OpenAPI document as tools, `http:NAME/operationId`. Where they lead is judged by the rules for
/// addresses that somebody gave us, redirects are not followed, and secrets for headers are looked up at each call.
public final class OpenApiTools implements ToolSource {

    private static final List<String> METHODS = List.of("get", "put", "post", "delete", "patch", "head");
    private static final String BODY = "body";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FIRST_ERROR = 400;
    private static final int LONGEST_ERROR = 1_000;

    private final String name;
    private final JsonObject settings;
    private final Outside outside;
    private @Nullable Map<String, Operation> operations;

    private OpenApiTools(String name, JsonObject settings, Outside outside) {
        this.name = name;
        this.settings = settings;
        this.outside = outside;
    }

    /// @param settings `{"document": PATH, "server": URL, "headers": {NAME: "env:…"}, "scopes": […]}`
    public static OpenApiTools of(String name, JsonObject settings, Outside outside) {
        return new OpenApiTools(name, settings, outside);
    }

    private record Operation(String method, String path, JsonArray parameters, boolean hasBody, ToolDescriptor tool) {}

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized List<ToolDescriptor> tools() throws IOException {
        Map<String, Operation> known = operations;
        if (known == null) {
            known = read();
            operations = known;
        }
        return known.values().stream().map(Operation::tool).toList();
    }

    private JsonObject document() throws IOException {
        String path = settings.string("document")
                .orElseThrow(() -> new IOException("agents.tools: openapi.%s has no document".formatted(name)));
        try {
            return JsonReader.readObject(Files.readAllBytes(Path.of(path)), JsonLimits.DOCUMENT);
        } catch (JsonException e) {
            throw new IOException(
                    "agents.tools: openapi.%s: the document is no JSON: %s".formatted(name, e.getMessage()), e);
        }
    }

    private Map<String, Operation> read() throws IOException {
        JsonObject document = document();
        Map<String, Operation> found = new LinkedHashMap<>();
        document.object("paths").orElse(JsonObject.EMPTY).members().forEach((path, item) -> {
            JsonObject methods = item.asObject().orElse(JsonObject.EMPTY);
            for (String method : METHODS) {
                methods.object(method)
                        .ifPresent(operation -> operation
                                .string("operationId")
                                .ifPresent(id ->
                                        found.put(id, operation(document, id, method, path, operation, methods))));
            }
        });
        return found;
    }

    private Operation operation(
            JsonObject document, String id, String method, String path, JsonObject operation, JsonObject item) {
        List<JsonValue> parameters = new ArrayList<>();
        item.array("parameters").orElse(JsonArray.EMPTY).forEach(each -> parameters.add(resolved(document, each)));
        operation.array("parameters").orElse(JsonArray.EMPTY).forEach(each -> parameters.add(resolved(document, each)));
        String about = operation
                .string("description")
                .or(() -> operation.string("summary"))
                .orElse(method + " " + path);
        List<String> scopes = settings.array("scopes").orElse(JsonArray.EMPTY).items().stream()
                .flatMap(scope -> scope.asString().stream())
                .toList();
        ToolDescriptor tool = new ToolDescriptor(
                "http:" + name + "/" + id,
                about,
                input(document, parameters, operation.get("requestBody")),
                scopes,
                ToolTransport.HTTP,
                method.equals("get") || method.equals("head") ? ToolDescriptor.Tier.READ : ToolDescriptor.Tier.WRITE);
        return new Operation(method, path, new JsonArray(parameters), operation.has("requestBody"), tool);
    }

    /// The schema of what the operation is called with: its parameters by their names, and its body.
    private static JsonObject input(JsonObject document, List<JsonValue> parameters, @Nullable JsonValue body) {
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (JsonValue each : parameters) {
            JsonObject parameter = each.asObject().orElse(JsonObject.EMPTY);
            parameter.string("name").ifPresent(named -> {
                properties.put(named, resolved(document, parameter.get("schema")));
                if (parameter.get("required") == JsonBool.TRUE) {
                    required.add(named);
                }
            });
        }
        if (body != null) {
            JsonObject json = resolved(document, body)
                    .object("content")
                    .flatMap(content -> content.object("application/json"))
                    .orElse(JsonObject.EMPTY);
            properties.put(BODY, resolved(document, json.get("schema")));
        }
        return JsonObject.of("type", "object")
                .with("properties", new JsonObject(properties))
                .with("required", JsonArray.ofStrings(required))
                .with("additionalProperties", false);
    }

    /// Follows one reference inside the document; what is further down the model is not told.
    private static JsonObject resolved(JsonObject document, @Nullable JsonValue value) {
        JsonObject written = value == null ? JsonObject.EMPTY : value.asObject().orElse(JsonObject.EMPTY);
        JsonObject found = written.string("$ref")
                .filter(ref -> ref.startsWith("#/"))
                .flatMap(ref -> JsonPointer.find(document, ref.substring(1)))
                .flatMap(JsonValue::asObject)
                .orElse(written);
        return found.toString().contains("\"$ref\"") ? JsonObject.EMPTY : found;
    }

    @Override
    public ToolAnswer call(ToolCall call) throws Exception {
        List<ToolDescriptor> _ = tools();
        String id = call.tool().name().substring(name.length() + 1);
        Operation operation;
        synchronized (this) {
            operation =
                    Objects.requireNonNull(Objects.requireNonNull(operations).get(id));
        }
        HttpResponse<InputStream> response =
                outside.egress().toGiven(request(operation, call), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body();
                ActivityCall.Hook _ = call.within().onCancel(body)) {
            String text = new String(body.readNBytes(ToolDesk.LONGEST_ANSWER * 4), StandardCharsets.UTF_8);
            return response.statusCode() >= FIRST_ERROR
                    ? ToolAnswer.failed("http_" + response.statusCode(), Shortened.of(text, LONGEST_ERROR, ""))
                    : new ToolAnswer.Given(json(text));
        }
    }

    private static JsonValue json(String text) {
        try {
            return JsonReader.read(text, JsonLimits.DOCUMENT);
        } catch (JsonException _) {
            return new JsonString(text);
        }
    }

    private HttpRequest request(Operation operation, ToolCall call) throws IOException {
        String path = operation.path();
        StringBuilder query = new StringBuilder();
        Map<String, String> headers = new LinkedHashMap<>();
        for (JsonValue each : operation.parameters()) {
            JsonObject parameter = each.asObject().orElse(JsonObject.EMPTY);
            String named = parameter.string("name").orElse("");
            JsonValue value = call.arguments().get(named);
            if (value == null) {
                continue;
            }
            String text = value instanceof JsonString(var plain) ? plain : value.toString();
            switch (parameter.string("in").orElse("query")) {
                case "path" -> path = path.replace("{" + named + "}", encoded(text));
                case "header" -> headers.put(named, text);
                default ->
                    query.append(query.isEmpty() ? '?' : '&')
                            .append(encoded(named))
                            .append('=')
                            .append(encoded(text));
            }
        }
        String server = settings.string("server")
                .orElseThrow(() -> new IOException("agents.tools: openapi.%s has no server".formatted(name)));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.replaceAll("/+$", "") + path + query))
                .timeout(PATIENCE)
                .header("Idempotency-Key", call.idempotencyKey())
                .method(operation.method().toUpperCase(Locale.ROOT), body(operation, call));
        if (operation.hasBody()) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        settings.object("headers")
                .orElse(JsonObject.EMPTY)
                .members()
                .forEach((header, reference) -> request.setHeader(
                        header, outside.secret().apply(reference.asString().orElse(""))));
        return request.build();
    }

    private static HttpRequest.BodyPublisher body(Operation operation, ToolCall call) {
        JsonValue body = operation.hasBody() ? call.arguments().get(BODY) : null;
        return body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(body.toString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
