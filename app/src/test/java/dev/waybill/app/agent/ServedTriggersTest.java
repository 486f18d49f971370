package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Until;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two real processes on one store: what must happen once happens once, also when one of them is killed.
class ServedTriggersTest {

    private static final String EVERY_SECOND = """
            {"id":"tick","name":"Tick","version":"1",
             "triggers":[{"id":"clock","type":"schedule","config":{"intervalSeconds":1,"missedFirePolicy":"fire-all"}}],
             "nodes":[{"id":"work","typeId":"core.noop"}]}
            """;

    private static final String GATE = """
            {"id":"gate","name":"Gate","version":"1","nodes":[{"id":"ask","typeId":"core.approvalGate"}]}
            """;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void onOneDirectoryATimeFiresOnceAndNoneIsLostWithAProcess() throws Exception {
        fires(Map.of());
    }

    @Test
    void onOneDatabaseATimeFiresOnceAndNoneIsLostWithAProcess() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
            fires(Map.of(
                    "WAYBILL_DB", "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort())));
        }
    }

    private void fires(Map<String, String> store) throws Exception {
        DataDirectory here = directory("tick.json", EVERY_SECOND);
        List<Instant> times = new ArrayList<>();
        try (Served first = here.serve(store)) {
            String key = first.key();
            try (Served second = Served.ready(here.serve(store).process(), key)) {
                Until.seen(() -> scheduled(second, key), seen -> seen.size() >= 4);
                first.process().kill();
                int before = scheduled(second, key).size();
                Until.seen(() -> scheduled(second, key), seen -> seen.size() >= before + 3);
                times.addAll(scheduled(second, key));
            }
        }
        assertThat(times).doesNotHaveDuplicates();
        List<Instant> sorted = times.stream().sorted().toList();
        for (int i = 1; i < sorted.size(); i++) {
            assertThat(Duration.between(sorted.get(i - 1), sorted.get(i))).isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void onOneDirectoryARunThatIsToBeAloneIsAlone() throws Exception {
        alone(Map.of());
    }

    @Test
    void onOneDatabaseARunThatIsToBeAloneIsAlone() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
            alone(Map.of(
                    "WAYBILL_DB", "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort())));
        }
    }

    private void alone(Map<String, String> store) throws Exception {
        DataDirectory here = directory("gate.json", GATE);
        try (Served first = here.serve(store);
                Served second = Served.ready(here.serve(store).process(), first.key())) {
            for (int round = 0; round < 5; round++) {
                List<Callable<HttpResponse<String>>> starts = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    Served one = i % 2 == 0 ? first : second;
                    starts.add(() ->
                            send(one, first.key(), "/v1/runs", "{\"workflowId\":\"gate\"}", "X-Dedup", "enforce"));
                }
                List<HttpResponse<String>> answers = new ArrayList<>();
                try (ExecutorService threads = Executors.newFixedThreadPool(starts.size())) {
                    for (Future<HttpResponse<String>> answer : threads.invokeAll(starts)) {
                        answers.add(answer.get());
                    }
                }
                List<String> started = answers.stream()
                        .filter(answer -> answer.statusCode() == 201)
                        .map(answer -> json(answer.body()).string("runId").orElseThrow())
                        .toList();
                assertThat(started)
                        .as(answers.stream().map(HttpResponse::body).toList().toString())
                        .hasSize(1);
                assertThat(answers)
                        .filteredOn(answer -> answer.statusCode() != 201)
                        .allSatisfy(answer -> {
                            assertThat(answer.statusCode()).isEqualTo(409);
                            assertThat(answer.body()).contains("run_already_active", started.getFirst());
                        });
                String run = "/v1/runs/" + started.getFirst();
                send(first, first.key(), run + "/cancel", "{}");
                Until.seen(
                        () -> get(second, first.key(), run),
                        seen -> seen.string("status").orElse("").equals("cancelled"));
            }
        }
    }

    private DataDirectory directory(String name, String workflow) throws IOException {
        DataDirectory here = DataDirectory.in(folder);
        Files.writeString(folder.resolve("workflows").resolve(name), workflow);
        return here;
    }

    private List<Instant> scheduled(Served at, String key) {
        JsonArray runs =
                get(at, key, "/v1/runs?workflowId=tick&limit=500").array("runs").orElseThrow();
        List<Instant> times = new ArrayList<>();
        for (JsonValue row : runs) {
            String run = row.asObject().orElseThrow().string("runId").orElseThrow();
            times.add(Instant.parse(get(at, key, "/v1/runs/" + run)
                    .object("inputs")
                    .flatMap(inputs -> inputs.object("trigger"))
                    .flatMap(trigger -> trigger.string("scheduledFor"))
                    .orElseThrow()));
        }
        return times;
    }

    private JsonObject get(Served at, String key, String path) {
        try {
            return json(client.send(
                            HttpRequest.newBuilder(URI.create(at.url() + path))
                                    .header("Authorization", "Bearer " + key)
                                    .header("Accept", "application/json")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpResponse<String> send(Served at, String key, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(at.url() + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return client.send(
                (headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }
}
