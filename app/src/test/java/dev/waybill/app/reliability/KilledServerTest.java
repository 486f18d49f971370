package dev.waybill.app.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.agent.Served;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Seeds;
import dev.waybill.testkit.Until;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` of `waybill serve` under load over HTTP. Callers repeat what was not answered, with the same key, at the
/// successor. As a campaign of 40 kills: `-Dwaybill.campaign=10`.
class KilledServerTest {

    private static final int KILLS = 4 * Math.max(1, Integer.getInteger("waybill.campaign", 1));
    private static final int CALLERS = 6;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final String GATE = """
            {"id":"gate","name":"gate","version":"1","triggers":[],"variables":[],"metadata":{},"settings":{},
             "nodes":[{"id":"ask","typeId":"core.approvalGate","name":"ask","config":{"title":"Go?"}}],"edges":[]}""";

    @TempDir
    Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /// What callers were told: the key of a call that created a run, and the run.
    private final Map<String, String> created = new ConcurrentHashMap<>();

    /// How each run was told to end.
    private final Map<String, String> ended = new ConcurrentHashMap<>();

    private final AtomicInteger repeated = new AtomicInteger();
    private volatile String url = "";
    private volatile boolean over;

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        return variables;
    }

    private Served serve() throws IOException, InterruptedException {
        Served served = Served.start(
                folder, variables(), "--workflows", folder.resolve("flows").toString());
        url = served.url();
        return served;
    }

    @Test
    void nothingThatWasAnsweredIsLostAndNothingIsDoneTwice() throws Exception {
        Files.createDirectories(folder.resolve("flows"));
        Files.writeString(folder.resolve("flows/gate.json"), GATE);
        long seed = Long.getLong("waybill.seed", System.nanoTime());
        System.out.println("kills of a server with -Dwaybill.seed=" + seed);
        Random random = Seeds.random(seed);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> callers = new ArrayList<>();
            Served served = serve();
            for (int i = 0; i < CALLERS; i++) {
                int number = i;
                callers.add(threads.submit(() -> callUntilItIsOver(number)));
            }
            for (int kill = 0; kill < KILLS; kill++) {
                awaitWork(kill % 4 == 0 ? 1 : 12);
                Thread.sleep(random.nextInt(400));
                served.process().kill();
                served = serve();
            }
            over = true;
            for (Future<?> caller : callers) {
                caller.get();
            }
            everythingIsAsItWasTold();
            served.process().kill();
        }
        assertThat(Asked.waybill(
                                variables(),
                                InstantSource.system(),
                                new byte[0],
                                "fsck",
                                "--data",
                                folder.resolve("data").toString())
                        .code())
                .isEqualTo(ExitCode.YES);
        System.out.printf(
                "%d kills, %d runs created, %d ended, %d calls repeated%n",
                KILLS, created.size(), ended.size(), repeated.get());
    }

    /// Mostly the server is at work when it is killed, and now and then it has only begun.
    private void awaitWork(int runs) throws InterruptedException {
        int before = created.size();
        for (int i = 0; i < 1_000 && created.size() < before + runs; i++) {
            Thread.sleep(10);
        }
    }

    private Void callUntilItIsOver(int caller) throws InterruptedException {
        for (int round = 0; !over; round++) {
            String key = UUID.randomUUID().toString();
            String run = acknowledged("/v1/runs", "{\"workflowId\":\"gate\"}", key)
                    .string("runId")
                    .orElseThrow();
            created.put(key, run);
            if ((caller + round) % 3 == 0) {
                acknowledged("/v1/runs/" + run + "/cancel", "{}", key);
                ended.put(run, "cancelled");
            } else {
                acknowledged("/v1/runs/" + run + "/interrupts/ask", "{\"resumeValue\":{\"action\":\"accept\"}}", key);
                ended.put(run, "completed");
            }
        }
        return null;
    }

    /// Calls until there is an answer, always with the same key.
    private JsonObject acknowledged(String path, String body, String key) throws InterruptedException {
        while (true) {
            try {
                HttpResponse<String> response = client.send(
                        HttpRequest.newBuilder(URI.create(url + path))
                                .timeout(PATIENCE)
                                .header("Content-Type", "application/json")
                                .header("Idempotency-Key", key)
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() < 300) {
                    return json(response.body());
                }
                // The run may not have come to its question yet, and a server that begins or ends is busy.
                assertThat(response.statusCode()).as(response.body()).isIn(404, 503);
                assertThat(response.body()).doesNotContain("run_not_found");
            } catch (IOException _) {
                repeated.incrementAndGet();
            }
            Thread.sleep(20);
        }
    }

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private void everythingIsAsItWasTold() throws Exception {
        assertThat(created).isNotEmpty();
        assertThat(created.values()).doesNotHaveDuplicates();
        for (var call : created.entrySet()) {
            // A call that was answered long ago, by a process that is no more, gets the same answer.
            assertThat(acknowledged("/v1/runs", "{\"workflowId\":\"gate\"}", call.getKey())
                            .string("runId"))
                    .contains(call.getValue());
        }
        for (var run : ended.entrySet()) {
            awaitEnd(run.getKey(), run.getValue());
            String log = get("/v1/runs/" + run.getKey() + "/events");
            String end = run.getValue().equals("cancelled") ? "\"run.cancelled\"" : "\"interrupt.resolved\"";
            assertThat(log.split("\"type\":" + end, -1)).as(log).hasSize(2);
        }
        assertThat(count()).isEqualTo(created.size());
    }

    private void awaitEnd(String run, String status) throws Exception {
        Until.seen(() -> get("/v1/runs/" + run), it -> it.contains("\"status\":\"" + status + "\""));
    }

    private int count() throws Exception {
        int all = 0;
        String cursor = "";
        while (true) {
            JsonObject page = json(get("/v1/runs?limit=500" + cursor));
            all += page.array("runs").orElseThrow().size();
            if (page.string("nextCursor").isEmpty()) {
                return all;
            }
            cursor = "&cursor=" + page.string("nextCursor").get();
        }
    }

    private String get(String path) throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(URI.create(url + path))
                                .header("Accept", "application/json")
                                .timeout(PATIENCE)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
