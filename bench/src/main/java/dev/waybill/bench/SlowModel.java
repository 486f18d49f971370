package dev.waybill.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executors;

/// A provider on this machine that speaks chat completions and takes five milliseconds for an answer. A stream has a
/// thousand pieces, each the moment at which it was sent.
final class SlowModel implements AutoCloseable {

    static final int PIECES = 1_000;

    private static final int MILLIS = 5;
    private static final byte[] ANSWER = """
            {"id":"1","model":"m","choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"A short answer."}}],
             "usage":{"prompt_tokens":20,"completion_tokens":4}}""".getBytes(UTF_8);
    private static final String QUESTION =
            "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"A short question?\"}],\"stream\":false}";

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    SlowModel() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", SlowModel::answer);
        server.start();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String asked = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            if (asked.contains("\"stream\":true")) {
                stream(exchange);
                return;
            }
            Thread.sleep(MILLIS);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stream(HttpExchange exchange) throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        for (int i = 0; i < PIECES; i++) {
            out.write("data: {\"choices\":[{\"delta\":{\"content\":\"%d \"}}]}\n\n"
                    .formatted(System.nanoTime())
                    .getBytes(UTF_8));
            out.flush();
            if (i % 10 == 0) {
                Thread.sleep(MILLIS);
            }
        }
        out.write(
                "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1}}\n\ndata: [DONE]\n\n"
                        .getBytes(UTF_8));
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// The same question with nothing around it.
    Object bare() {
        try {
            return client.send(
                            HttpRequest.newBuilder(URI.create(url() + "/v1/chat/completions"))
                                    .version(HttpClient.Version.HTTP_1_1)
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(QUESTION))
                                    .build(),
                            HttpResponse.BodyHandlers.ofByteArray())
                    .body()
                    .length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
