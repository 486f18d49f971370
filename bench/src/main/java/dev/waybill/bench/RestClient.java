package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// What a program does with a host, over plain HTTP. Several may use it at once, each on a connection of its own.
record RestClient(ServedHost host, Queue<KeptConnection> idle) implements AutoCloseable {

    private static final String OPEN =
            "pending,running,paused,waiting-approval,waiting-input,waiting-external,cancelling";

    RestClient(ServedHost host) {
        this(host, new ConcurrentLinkedQueue<>());
    }

    private String ask(int expected, String method, String path, String key, String body) throws IOException {
        KeptConnection free = idle.poll();
        KeptConnection connection = free == null ? new KeptConnection(host.url()) : free;
        KeptConnection.Reply reply = connection.ask(method, path, key, body);
        idle.add(connection);
        if (reply.status() != expected) {
            throw new IOException("expected %d, found %d %s".formatted(expected, reply.status(), reply.body()));
        }
        return reply.body();
    }

    /// @return how long the answer took, in milliseconds
    double health() throws IOException {
        long begin = System.nanoTime();
        Sink.swallow(ask(200, "GET", "/health", "", ""));
        return (System.nanoTime() - begin) / 1e6;
    }

    String start(String workflow, int caller) throws IOException {
        String answer = ask(201, "POST", "/v1/runs", host.key(caller), "{\"workflowId\":\"" + workflow + "\"}");
        return JsonReader.readObject(answer.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                .string("runId")
                .orElseThrow();
    }

    /// @return whether a run has ended
    boolean isOver(String run, int caller) throws IOException {
        String path = "/v1/runs/" + run;
        return JsonReader.readObject(
                        ask(200, "GET", path, host.key(caller), "").getBytes(StandardCharsets.UTF_8),
                        JsonLimits.DOCUMENT)
                .string("status")
                .filter(status -> !OPEN.contains(status))
                .isPresent();
    }

    void cancel(String run, int caller) throws IOException {
        Sink.swallow(ask(200, "POST", "/v1/runs/" + run + "/cancel", host.key(caller), "{}"));
    }

    /// Waits until no run of a workflow is open any more.
    ///
    /// @throws IOException when one of them failed or was cancelled
    void awaitEnds(String workflow) throws IOException, InterruptedException {
        while (isAny(workflow, OPEN)) {
            Thread.sleep(5);
        }
        if (isAny(workflow, "failed,cancelled")) {
            throw new IOException("a run of " + workflow + " did not complete");
        }
    }

    private boolean isAny(String workflow, String statuses) throws IOException {
        String path = "/v1/runs?limit=1&workflowId=%s&status=%s".formatted(workflow, statuses);
        return !JsonReader.readObject(
                        ask(200, "GET", path, host.key(0), "").getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                .array("runs")
                .orElseThrow()
                .items()
                .isEmpty();
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

    @Override
    public void close() throws IOException {
        for (KeptConnection connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }
}
