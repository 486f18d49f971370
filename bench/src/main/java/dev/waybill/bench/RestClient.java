package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/// What a program does with a host, over plain HTTP.
record RestClient(ServedHost host, HttpClient http) {

    RestClient(ServedHost host) {
        this(host, HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    /// @return how long the answer took, in milliseconds
    double health() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        HttpResponse<byte[]> answer = http.send(
                HttpRequest.newBuilder(host.url().resolve("/health")).build(), HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IOException("expected 200, found " + answer.statusCode());
        }
        return (System.nanoTime() - begin) / 1e6;
    }

    String start(String workflow, int caller) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(host.url().resolve("/v1/runs"))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + host.key(caller))
                .POST(HttpRequest.BodyPublishers.ofString("{\"workflowId\":\"" + workflow + "\"}"))
                .build();
        HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 201) {
            throw new IOException("expected 201, found " + answer.statusCode() + " "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return JsonReader.readObject(answer.body(), JsonLimits.DOCUMENT)
                .string("runId")
                .orElseThrow();
    }

    /// Waits for the end of a run.
    void awaitEnd(String run, int caller) throws IOException, InterruptedException {
        while (true) {
            HttpRequest request = HttpRequest.newBuilder(host.url().resolve("/v1/runs/" + run))
                    .header("Authorization", "Bearer " + host.key(caller))
                    .build();
            String status = JsonReader.readObject(
                            http.send(request, HttpResponse.BodyHandlers.ofByteArray())
                                    .body(),
                            JsonLimits.DOCUMENT)
                    .string("status")
                    .orElse("");
            if (status.equals("completed")) {
                return;
            }
            if (List.of("failed", "cancelled").contains(status)) {
                throw new IOException(run + " is " + status);
            }
            Thread.sleep(5);
        }
    }

    /// A stream on a bare socket, asked for and not read.
    Socket subscribe(String run, int caller) throws IOException {
        URI url = host.url();
        Socket socket = new Socket(url.getHost(), url.getPort());
        socket.setTcpNoDelay(true);
        socket.getOutputStream()
                .write(("GET /v1/runs/" + run + "/events HTTP/1.1\r\nHost: " + url.getAuthority()
                                + "\r\nAccept: text/event-stream\r\nAuthorization: Bearer " + host.key(caller)
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }

    /// Reads a stream to its end.
    ///
    /// @param delay hears, in milliseconds, how long after its time each event came that is younger than the stream
    static void read(Socket socket, Consumer<Double> delay) throws IOException {
        try (socket;
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            Instant open = null;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(":open")) {
                    open = Instant.now();
                } else if (line.startsWith("data: {")) {
                    JsonObject event = JsonReader.readObject(
                            line.substring(6).getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
                    Instant made = event.string("timestamp").map(Instant::parse).orElse(null);
                    if (open != null && made != null && made.isAfter(open)) {
                        delay.accept(Duration.between(made, Instant.now()).toNanos() / 1e6);
                    }
                    if (event.string("type").orElse("").equals("run.completed")) {
                        return;
                    }
                }
            }
        }
    }
}
