package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readers of streams that take nothing, beside others that do. `bench/run rest` says what a thousand of them cost.
class SilentReadersTest {

    private static final int RUNS = 20;

    private static final int NODES = 24;

    @TempDir
    Path folder;

    /// Every event is large, so that a reader that takes nothing fills what lies between.
    @Test
    void aReaderThatTakesNothingIsInNobodysWay() throws Exception {
        everybodyElseSeesTheEnd(60, 6, 100_000);
    }

    @Test
    void aThousandReadersOfOneKeyAreServedAlthoughATenthTakesNothing() throws Exception {
        everybodyElseSeesTheEnd(1_000, 10, 4_000);
    }

    /// @param silentOf of so many readers one takes nothing
    /// @param payload how many characters each event has
    private void everybodyElseSeesTheEnd(int subscribers, int silentOf, int payload) throws Exception {
        DataDirectory here = DataDirectory.in(folder);
        Files.writeString(folder.resolve("workflows/wide.json"), wide());
        try (Served served = here.serve(Map.of());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                HttpClient client = HttpClient.newHttpClient()) {
            String wide = start(client, served, payload);
            List<Socket> silent = new ArrayList<>();
            List<Future<Boolean>> readers = new ArrayList<>();
            for (int i = 0; i < subscribers; i++) {
                Socket socket = subscribe(served, wide);
                if (i % silentOf == 0) {
                    silent.add(socket);
                } else {
                    readers.add(threads.submit(() -> seesTheEnd(socket)));
                }
            }
            for (int i = 0; i < RUNS; i++) {
                assertThat(seesTheEnd(subscribe(served, start(client, served, payload))))
                        .isTrue();
            }
            for (Future<Boolean> reader : readers) {
                assertThat(reader.get()).isTrue();
            }
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    private static String wide() {
        StringBuilder nodes = new StringBuilder(
                "{\"id\":\"n0\",\"typeId\":\"core.delay\",\"name\":\"n\",\"position\":{\"x\":0,\"y\":0},\"config\":{\"delayMs\":300},\"inputs\":{}}");
        StringBuilder edges = new StringBuilder();
        for (int i = 1; i < NODES; i++) {
            nodes.append(
                    ",{\"id\":\"n%d\",\"typeId\":\"core.identity\",\"name\":\"n\",\"position\":{\"x\":0,\"y\":0},\"config\":{},\"inputs\":{\"text\":{\"type\":\"variable\",\"variableName\":\"text\"}}}"
                            .formatted(i));
            edges.append(i == 1 ? "" : ",")
                    .append("{\"id\":\"e%d\",\"sourceNodeId\":\"n%d\",\"targetNodeId\":\"n%d\"}"
                            .formatted(i, i - 1, i));
        }
        return "{\"id\":\"wide\",\"name\":\"n\",\"version\":\"1\",\"nodes\":[%s],\"edges\":[%s],\"triggers\":[],\"variables\":[{\"name\":\"text\",\"type\":\"string\",\"defaultValue\":\"\"}],\"metadata\":{},\"settings\":{\"timeout\":0}}"
                .formatted(nodes, edges);
    }

    private static String start(HttpClient client, Served served, int payload) throws Exception {
        String body = "{\"workflowId\":\"wide\",\"inputs\":{\"text\":\"" + "x".repeat(payload) + "\"}}";
        HttpResponse<byte[]> answer = client.send(
                HttpRequest.newBuilder(URI.create(served.url() + "/v1/runs"))
                        .header("Content-Type", "application/json")
                        .header("Authorization", "Bearer " + served.key())
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).isEqualTo(201);
        return JsonReader.readObject(answer.body(), JsonLimits.DOCUMENT)
                .string("runId")
                .orElseThrow();
    }

    private static Socket subscribe(Served served, String run) throws IOException {
        URI url = URI.create(served.url());
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
        socket.getOutputStream()
                .write(("GET /v1/runs/" + run + "/events HTTP/1.1\r\nHost: " + url.getAuthority()
                                + "\r\nAccept: text/event-stream\r\nAuthorization: Bearer " + served.key() + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static boolean seesTheEnd(Socket socket) throws IOException {
        try (socket;
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            return lines.lines().anyMatch("event: run.completed"::equals);
        }
    }
}
