package dev.waybill.app.desk;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A Waybill host that is called over HTTP: requests in, JSON or text out, and refusals as failures of the command.
public final class Server implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int FIRST_ERROR = 400;
    private static final int UNAUTHENTICATED = 401;
    private static final int NOT_NOW = 503;

    private final String address;
    private final Optional<String> key;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    /// @param address without a path
    /// @param key the API key or token to show; empty where the host needs none
    public Server(String address, Optional<String> key) {
        this.address = address;
        this.key = key;
    }

    public String address() {
        return address;
    }

    /// @param query names and values behind the question mark
    public JsonObject get(String path, Map<String, String> query) {
        return json(send(request(path, query).header("Accept", "application/json")));
    }

    /// What is neither JSON nor text.
    public byte[] bytes(String path, Map<String, String> query) {
        return send(request(path, query).header("Accept", "*/*"));
    }

    String text(String path, Map<String, String> query) {
        byte[] body = send(request(path, query).header("Accept", "text/plain"));
        return new String(body, StandardCharsets.UTF_8);
    }

    /// @param idempotencyKey repeating a call with the same one does nothing twice; null for none
    public JsonObject post(String path, JsonObject body, @Nullable String idempotencyKey) {
        HttpRequest.Builder request = request(path, new LinkedHashMap<>())
                .header("Accept", "application/json")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JsonWriter.compactBytes(body)));
        if (idempotencyKey != null) {
            request.header("Idempotency-Key", idempotencyKey);
        }
        return json(send(request));
    }

    public JsonObject put(String path, Map<String, String> query, JsonObject body) {
        return json(send(request(path, query)
                .header("Accept", "application/json")
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofByteArray(JsonWriter.compactBytes(body)))));
    }

    public void delete(String path, Map<String, String> query) {
        var _ = send(request(path, query).header("Accept", "application/json").DELETE());
    }

    private HttpRequest.Builder request(String path, Map<String, String> query) {
        StringBuilder uri = new StringBuilder(address).append(path);
        char separator = '?';
        for (var parameter : query.entrySet()) {
            uri.append(separator).append(parameter.getKey()).append('=').append(encoded(parameter.getValue()));
            separator = '&';
        }
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(uri.toString())).timeout(PATIENCE);
        key.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    /// A name as one segment of a path.
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private byte[] send(HttpRequest.Builder request) {
        try {
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() >= FIRST_ERROR) {
                throw refused(response);
            }
            return response.body();
        } catch (ConnectException _) {
            throw unavailable("no host is listening at " + address);
        } catch (IOException e) {
            throw unavailable(address + " cannot be asked: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(address + " was not waited for");
        }
    }

    private static Failure unavailable(String message) {
        return Failure.unavailable(
                "server_unavailable", message, "Check --server, and that 'waybill serve' runs there.");
    }

    /// What a host refuses is what the command says, in its words.
    private Failure refused(HttpResponse<byte[]> response) {
        if (response.statusCode() == UNAUTHENTICATED) {
            return new Failure(
                    ExitCode.NO,
                    "unauthenticated",
                    address + " needs an API key that it knows",
                    "Give one with --api-key env:VARIABLE, or set WAYBILL_API_KEY.");
        }
        try {
            JsonObject body = JsonReader.readObject(response.body(), JsonLimits.DOCUMENT);
            String next =
                    body.object("details").flatMap(it -> it.string("next")).orElse(null);
            String code = body.string("error").orElse("refused");
            String message = body.string("message").orElse("the host refused");
            return response.statusCode() == NOT_NOW
                    ? Failure.unavailable(code, message, next)
                    : new Failure(ExitCode.NO, code, message, next);
        } catch (JsonException _) {
            return unavailable(address + " answered " + response.statusCode() + " and is probably no Waybill host");
        }
    }

    private JsonObject json(byte[] body) {
        try {
            return JsonReader.readObject(body, JsonLimits.DOCUMENT);
        } catch (JsonException _) {
            throw unavailable(address + " answered with something else than JSON and is probably no Waybill host");
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
