package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/// HTTP clients that go through session after session and never pause.
final class GuidedLoad implements ToolCalls, AutoCloseable {

    private static final int STEPS = 50;

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI server;
    private final String key;
    private final AtomicLong advances = new AtomicLong();
    private final long begun = System.nanoTime();
    private volatile boolean ended;

    GuidedLoad(URI server, String key) {
        this.server = server;
        this.key = key;
    }

    void begin(int clients) {
        for (int i = 0; i < clients; i++) {
            Thread.ofPlatform().daemon().start(this::goOn);
        }
    }

    private void goOn() {
        try {
            while (!ended) {
                JsonObject at = call("workflow_start", GuidedBenchmark.start(STEPS));
                for (int round = 0; round < STEPS && !ended; round++) {
                    at = call("workflow_advance", GuidedBenchmark.next(at, round));
                    advances.incrementAndGet();
                }
            }
        } catch (IOException e) {
            if (!ended) {
                System.err.println("bench: a client has given up: " + e.getMessage());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    long advances() {
        return advances.get();
    }

    double perSecond() {
        return advances.get() * 1e9 / (System.nanoTime() - begun);
    }

    @Override
    public JsonObject send(JsonObject message) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("Authorization", "Bearer " + key)
                .POST(HttpRequest.BodyPublishers.ofString(message.toString()))
                .build();
        HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException("expected 200, found " + response.statusCode() + ": "
                    + new String(response.body(), StandardCharsets.UTF_8));
        }
        return JsonReader.readObject(response.body(), JsonLimits.DOCUMENT);
    }

    @Override
    public void close() {
        ended = true;
        client.shutdownNow();
    }
}
