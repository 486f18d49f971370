package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Interop;
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
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Questions about the evidence, asked at a host.
class ServedEvidenceInteropTest {

    @TempDir
    Path folder;

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        return variables;
    }

    private Asked asked(String... words) {
        return Asked.waybill(variables(), InstantSource.system(), new byte[0], words);
    }

    private String key(String tenant) {
        JsonObject made = json(asked(
                        "apikeys",
                        "new",
                        "--tenant",
                        tenant,
                        "--json",
                        "--data",
                        folder.resolve("data").toString())
                .out());
        return made.string("apiKey").orElseThrow();
    }

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String key) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    request.header("Authorization", "Bearer " + key).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private HttpResponse<String> ask(Served served, String question, String key) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(served.url() + "/v1/host/waybill/evidence/" + question)), key);
    }

    private Served serve(Path evidence) throws IOException, InterruptedException {
        Map<String, String> variables = variables();
        variables.put("WAYBILL_EVIDENCE", evidence.toString());
        variables.put("WAYBILL_EVIDENCE_TENANT", "acme");
        return Served.start(
                folder, variables, "--workflows", folder.resolve("flows").toString());
    }

    private static final String FLOW = """
            {"id":"quick","name":"quick","version":"1","triggers":[],"variables":[],"metadata":{},"settings":{},
            "nodes":[{"id":"n","typeId":"core.noop","name":"n","config":{}}],"edges":[]}""";

    private static final String CHAIN = "ewp/agentmesh-ewp-f124e35/events.jsonl";

    @Test
    void theAnswersAreThoseOfTheCommandLineAndEachTenantSeesItsOwn() throws Exception {
        Path evidence = Files.createDirectories(folder.resolve("evidence"));
        Files.write(evidence.resolve("events.jsonl"), Interop.bytes(CHAIN));
        Files.createDirectories(folder.resolve("flows"));
        Files.writeString(folder.resolve("flows/quick.json"), FLOW);
        String acme = key("acme");
        String globex = key("globex");
        try (Served served = serve(evidence)) {
            Asked indexed = asked(
                    "evidence",
                    "index",
                    evidence.toString(),
                    "--index",
                    folder.resolve("index").toString());
            assertThat(indexed.err()).doesNotContain("waybill:");
            String told = asked(
                            "evidence",
                            "why",
                            "evt_000003",
                            "--json",
                            "--index",
                            folder.resolve("index").toString())
                    .out();
            HttpResponse<String> answer = ask(served, "why/evt_000003", acme);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(json(answer.body())).as(told).isEqualTo(json(told));
            assertThat(answer.body()).contains("agent_dev_1", "evt_000003");
            assertThat(ask(served, "why/evt_000003", globex).body()).doesNotContain("agent_dev_1");

            String run = run(served, globex);
            assertThat(ask(served, "trace/mine", globex).body()).contains(run);
            assertThat(ask(served, "trace/mine", acme).body()).doesNotContain(run);
            assertThat(ask(served, "dag", globex).statusCode()).isEqualTo(200);
            assertThat(ask(served, "checkpoints", globex).statusCode()).isEqualTo(200);
            assertThat(ask(served, "why/task-7?depth=0", acme).statusCode()).isEqualTo(400);
            assertThat(ask(served, "policy-at/task-7?event=nothing", acme).statusCode())
                    .isEqualTo(400);
        }
        assertThat(evidence.toFile().list()).hasSize(1);
    }

    private String run(Served served, String key) throws Exception {
        String made = send(
                        HttpRequest.newBuilder(URI.create(served.url() + "/v1/runs"))
                                .header("Content-Type", "application/json")
                                .header("X-Correlation-Id", "mine")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"workflowId\":\"quick\"}")),
                        key)
                .body();
        String run = json(made).string("runId").orElseThrow();
        send(HttpRequest.newBuilder(URI.create(served.url() + "/v1/runs/" + run + "/events/poll?lastSequence=2")), key);
        return run;
    }
}
