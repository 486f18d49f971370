package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.HookReceiver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Webhooks of a real `waybill serve` that is killed between a commit and its delivery.
class KilledDeliveryTest {

    private static final String FLOW = """
            {"id":"noop","name":"Noop","version":"1.0","triggers":[{"id":"t","type":"manual"}],"variables":[],
             "nodes":[{"id":"n","typeId":"core.noop","name":"n","position":{"x":0,"y":0},"config":{},"inputs":{}}],
             "edges":[],"metadata":{},"settings":{}}""";

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final HookReceiver receiver;

    KilledDeliveryTest() throws IOException {
        receiver = new HookReceiver();
    }

    @BeforeEach
    void flows() throws IOException {
        Files.createDirectories(folder.resolve("flows"));
        Files.writeString(folder.resolve("flows/noop.json"), FLOW);
    }

    @AfterEach
    void close() {
        receiver.close();
        client.close();
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        variables.put("OPENWOP_WEBHOOK_ALLOW_PRIVATE", "true");
        return variables;
    }

    private Served serve() throws IOException, InterruptedException {
        return Served.start(
                folder, variables(), "--workflows", folder.resolve("flows").toString());
    }

    private JsonObject post(Served served, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(served.url() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return JsonReader.readObject(response.body().getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private String doctor() {
        return Asked.waybill(
                        variables(),
                        InstantSource.system(),
                        new byte[0],
                        "doctor",
                        "--data",
                        folder.resolve("data").toString())
                .out();
    }

    private String secretFile() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("home"))) {
            return Files.readString(files.filter(file -> file.endsWith("webhook-secret"))
                    .findFirst()
                    .orElseThrow());
        }
    }

    @Test
    void whatWasCommittedIsDeliveredAfterTheProcessWasKilled() throws Exception {
        receiver.behaves(HookReceiver.hanging());
        String secret;
        String run;
        try (Served first = serve()) {
            secret = post(first, "/v1/webhooks", "{'url':'%s','events':['*']}".formatted(receiver.url()))
                    .string("secret")
                    .orElseThrow();
            run = post(first, "/v1/runs", "{'workflowId':'noop'}")
                    .string("runId")
                    .orElseThrow();
            receiver.until(all -> !all.isEmpty());
            first.process().kill();
        }
        assertThat(doctor()).contains("deliveries");
        String attempted = receiver.got().getFirst().delivery();
        receiver.behaves(HookReceiver.answering(200));
        try (Served _ = serve()) {
            List<HookReceiver.Got> got = receiver.untilType("run.completed");
            assertThat(got.stream().filter(it -> it.delivery().equals(attempted)))
                    .hasSizeGreaterThan(1);
            assertThat(got.stream().map(HookReceiver.Got::type).distinct())
                    .startsWith("run.started")
                    .endsWith("run.completed");
            assertThat(got).allSatisfy(it -> {
                assertThat(it.isSignedWith(secret)).isTrue();
                assertThat(it.body()).contains(run);
            });
        }
        nothingKeepsTheSecret(secret);
    }

    /// The store and what processes said hold neither the secret nor the key that it is made from.
    private void nothingKeepsTheSecret(String secret) throws IOException {
        String key = secretFile().strip();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("webhook-secret"))
                    .toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(secret, key);
            }
        }
    }
}
