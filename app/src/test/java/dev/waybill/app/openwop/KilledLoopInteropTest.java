package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.agent.Served;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Until;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A loop that waits for a person survives the death of its host: same turn, same files, same count.
class KilledLoopInteropTest {

    private static final String WORKER = """
            {'id':'look','name':'n','version':'1.0.0','nodes':[{'id':'files','typeId':'waybill.workspace.list'}],'edges':[]}""";

    private static final Map<String, String> SUSPENDING = new LinkedHashMap<>();

    static {
        SUSPENDING.put("clarify", "{'kind':'clarify','questions':[{'id':'q1','question':'Which?'}]}");
        SUSPENDING.put("escalate", "{'kind':'escalate','reason':'too big'}");
        SUSPENDING.put("unsure", "{'kind':'next-worker','nextWorkerIds':['look'],'confidence':0.2}");
    }

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private static String loop(String name, String decision) {
        return """
            {'id':'loop-%s','name':'n','version':'1.0.0','nodes':[
              {'id':'plan','typeId':'core.orchestrator.supervisor','config':{'mockDispatchPlan':[
                {'kind':'next-worker','nextWorkerIds':['look']},%s,
                {'kind':'next-worker','nextWorkerIds':['look']},{'kind':'terminate'}]}},
              {'id':'act','typeId':'core.dispatch','config':{}}],
             'edges':[{'id':'e1','sourceNodeId':'plan','targetNodeId':'act'},
                      {'id':'e2','sourceNodeId':'act','targetNodeId':'plan'}]}""".formatted(name, decision);
    }

    private Served serve() throws IOException, InterruptedException {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        return Served.start(
                folder, variables, "--workflows", folder.resolve("workflows").toString());
    }

    private JsonObject send(Served host, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpResponse<String> reply = client.send(
                HttpRequest.newBuilder(URI.create(host.url() + path))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(reply.statusCode()).as(reply.body()).isBetween(200, 299);
        return JsonReader.read(reply.body(), JsonLimits.DOCUMENT).asObject().orElseThrow();
    }

    private JsonObject until(Served host, String run, String status) throws Exception {
        return Until.seen(
                () -> send(host, "GET", "/v1/runs/" + run, ""),
                snapshot -> snapshot.string("status").orElseThrow().startsWith(status));
    }

    private Log log(Served host, String run) throws IOException, InterruptedException {
        return new Log(
                send(host, "GET", "/v1/runs/" + run + "/events", "").array("events").orElseThrow().items().stream()
                        .map(event -> event.asObject().orElseThrow())
                        .toList());
    }

    private static List<String> iterations(Log log) {
        return log.decisions().payloads().stream()
                .map(decided -> String.valueOf(decided.get("iteration")))
                .toList();
    }

    @Test
    void itGoesOnWithTheSameTurnAndWhatThatTurnSaw() throws Exception {
        Files.createDirectories(folder.resolve("workflows"));
        Files.writeString(folder.resolve("workflows/look.json"), WORKER.replace('\'', '"'));
        for (Map.Entry<String, String> each : SUSPENDING.entrySet()) {
            Files.writeString(
                    folder.resolve("workflows/" + each.getKey() + ".json"),
                    loop(each.getKey(), each.getValue()).replace('\'', '"'));
        }
        Map<String, String> runs = new LinkedHashMap<>();
        Served first = serve();
        try (first) {
            send(first, "PUT", "/v1/host/workspace/files/early.md", "{'content':'x'}");
            for (String kind : SUSPENDING.keySet()) {
                String run = send(first, "POST", "/v1/runs", "{'workflowId':'loop-" + kind + "'}")
                        .string("runId")
                        .orElseThrow();
                until(first, run, "waiting");
                assertThat(iterations(log(first, run))).containsExactly("1", "2");
                runs.put(kind, run);
            }
            send(first, "PUT", "/v1/host/workspace/files/late.md", "{'content':'y'}");
            first.process().kill();
        }
        try (Served second = serve()) {
            for (Map.Entry<String, String> each : runs.entrySet()) {
                String run = each.getValue();
                assertThat(until(second, run, "waiting").object("interrupt")).isPresent();
                assertThat(iterations(log(second, run))).containsExactly("1", "2");
                send(
                        second,
                        "POST",
                        "/v1/runs/" + run + "/interrupts/act",
                        each.getKey().equals("clarify")
                                ? "{'resumeValue':{'answers':{'q1':'blue'}}}"
                                : "{'resumeValue':{'action':'accept'}}");
                until(second, run, "completed");
                Log log = log(second, run);
                assertThat(iterations(log)).containsExactly("1", "2", "3", "4");
                List<String> children = log.of("node.dispatched").payloads().stream()
                        .map(dispatched -> dispatched.string("childRunId").orElseThrow())
                        .toList();
                assertThat(seen(second, children.getFirst()))
                        .contains("early.md")
                        .doesNotContain("late.md");
                if (each.getKey().equals("unsure")) {
                    assertThat(seen(second, children.get(1)))
                            .as("the turn that waited goes on with what it saw")
                            .contains("early.md")
                            .doesNotContain("late.md");
                }
                assertThat(seen(second, children.getLast())).contains("early.md", "late.md");
            }
        }
    }

    private String seen(Served host, String child) throws IOException, InterruptedException {
        return String.valueOf(log(host, child)
                .of("node.completed")
                .onePayload()
                .object("outputs")
                .orElseThrow());
    }
}
