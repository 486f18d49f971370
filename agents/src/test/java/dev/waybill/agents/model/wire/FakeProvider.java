package dev.waybill.agents.model.wire;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.agents.Outside;
import dev.waybill.agents.model.config.Models;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/// A provider on this machine that answers whatever a test wants.
public final class FakeProvider implements AutoCloseable {

    /// What it was asked.
    public record Seen(String method, String path, Map<String, List<String>> headers, String body) {}

    /// How it answers.
    public interface Answering {
        void answer(HttpExchange exchange) throws IOException;
    }

    private final HttpServer server;
    private final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
    private final AtomicReference<Answering> answering = new AtomicReference<>(json(200, "{}"));

    public FakeProvider() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            seen.add(new Seen(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    exchange.getRequestHeaders(),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            answering.get().answer(exchange);
        }
    }

    public static Answering json(int status, String body, String... headers) {
        return with(status, "application/json", body, headers);
    }

    public static Answering stream(String body) {
        return with(200, "text/event-stream; charset=utf-8", body);
    }

    public static Answering with(int status, String type, String body, String... headers) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            for (int i = 0; i + 1 < headers.length; i += 2) {
                exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    public FakeProvider answers(Answering how) {
        answering.set(how);
        return this;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<Seen> seen() {
        return List.copyOf(seen);
    }

    /// Models whose configuration names this provider; `URL` stands for its address.
    public Models models(String config, UnaryOperator<String> secret) {
        return Models.of(new Outside(
                new Egress(EgressRules.USUAL),
                object(config.replace("URL", url())),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                secret));
    }

    public static JsonObject object(String json) {
        return JsonReader.read(json, JsonLimits.DOCUMENT).asObject().orElseThrow();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
