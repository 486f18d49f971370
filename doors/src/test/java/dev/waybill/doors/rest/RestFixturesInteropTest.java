package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import dev.waybill.testkit.OpenWopJudge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The workflows of OpenWOP's conformance suite, over HTTP: each ends as the suite says, or is refused by the name of
/// what is missing. Every event, snapshot and refusal is judged by OpenWOP's own schemas.
class RestFixturesInteropTest {

    private static @Nullable RestDesk opened;
    private static @Nullable OpenWopJudge judging;

    @BeforeAll
    static void open() throws IOException {
        judging = new OpenWopJudge();
        RestDesk desk = new RestDesk();
        opened = desk;
        try (Stream<Path> files = Files.list(Interop.path("openwop/fixtures"))) {
            for (Path file : files.sorted().toList()) {
                desk.knowsFile(file);
            }
        }
    }

    @AfterAll
    static void close() {
        if (opened != null) {
            opened.close();
            assertThat(opened.troubles).isEmpty();
        }
    }

    private static RestDesk desk() {
        return Objects.requireNonNull(opened);
    }

    private static OpenWopJudge judge() {
        return Objects.requireNonNull(judging);
    }

    /// What happens to each fixture; those that are not here are started plainly and complete.
    private static Map<String, Consumer<String>> scenarios() {
        Map<String, Consumer<String>> all = new LinkedHashMap<>();
        all.put("identity", id -> {
            refused(id, "{}", 400, "validation_error");
            ends(start(id, "{'inputs':{'payload':{'greeting':'hello'}}}"), "completed");
        });
        all.put("failure", id -> ends(start(id, "{}"), "failed"));
        all.put("dispatch-deterministic-fail-child", id -> ends(start(id, "{}"), "failed"));
        all.put("cancellable", RestFixturesInteropTest::cancelled);
        all.put("dispatch-cancellable-child", RestFixturesInteropTest::cancelled);
        all.put("approval", id -> answered(id, "waiting-approval", "{'action':'accept'}"));
        all.put("interrupt-auth-required", id -> answered(id, "waiting-approval", "{'action':'accept'}"));
        all.put("clarification", id -> answered(id, "waiting-input", "{'answers':{'q1':'blue'}}"));
        all.put("interrupt-external-event", RestFixturesInteropTest::externalEvent);
        all.put("cap-breach", id -> {
            String run = start(id, "{'configurable':{'recursionLimit':3}}");
            JsonObject end = ends(run, "failed");
            assertThat(end.object("error").orElseThrow().string("code")).contains("recursion_limit_exceeded");
        });
        all.put("configurable-schema", id -> {
            refused(id, "{'configurable':{'recursionLimit':'many'}}", 400, "validation_error");
            ends(start(id, "{'configurable':{'recursionLimit':5}}"), "completed");
        });
        all.put("idempotent", id -> ends(start(id, "{'inputs':{'nonce':'n'}}"), "completed"));
        all.put("subworkflow-parent", RestFixturesInteropTest::subWorkflow);
        all.put("multi-agent-handoff", RestFixturesInteropTest::handOver);
        all.put("multi-agent-confidence-escalation", id -> ends(start(id, "{}"), "waiting-approval"));
        all.put("capability-missing", id -> {
            JsonObject end = ends(start(id, "{}"), "failed");
            assertThat(end.object("error").orElseThrow().string("code")).contains("capability_not_provided");
        });
        all.put("agent-low-confidence", id -> ends(start(id, "{}"), "waiting-approval"));
        return all;
    }

    @TestFactory
    Stream<DynamicTest> everyFixtureEndsAsItsSuiteSaysOrIsRefusedByName() {
        JsonObject discovery = desk().get("/.well-known/openwop", "").is(200).json();
        judge().fits("capabilities.schema.json", discovery.toString());
        List<JsonValue> offered = discovery.array("fixtures").orElseThrow().items();
        assertThat(desk().ids()).hasSizeGreaterThanOrEqualTo(60);
        assertThat(offered).hasSizeGreaterThanOrEqualTo(25);
        List<String> ids =
                offered.stream().map(item -> item.asString().orElseThrow()).toList();
        Map<String, Consumer<String>> scenarios = scenarios();
        return desk().ids().stream()
                .map(id -> DynamicTest.dynamicTest(id, () -> {
                    if (ids.contains(id)) {
                        scenarios
                                .getOrDefault(
                                        id.replaceFirst("^conformance-", ""),
                                        plain -> ends(start(plain, "{}"), "completed"))
                                .accept(id);
                    } else {
                        // A channel is a wrong value where nobody releases agents; all else is something missing.
                        boolean channel = id.equals("conformance-agent-channel-dispatch");
                        refused(id, "{}", 400, channel ? "validation_error" : "capability_required");
                    }
                }));
    }

    private static String start(String id, String body) {
        JsonObject more = RestDesk.json(body).with("workflowId", new JsonString(id));
        return desk().post("/v1/runs", more.toString()).is(201).text("runId");
    }

    private static void refused(String id, String body, int status, String code) {
        JsonObject more = RestDesk.json(body).with("workflowId", new JsonString(id));
        judge().fits(
                        "error-envelope.schema.json",
                        desk().post("/v1/runs", more.toString())
                                .refuses(status, code)
                                .body());
    }

    private static JsonObject ends(String run, String status) {
        JsonObject snapshot = desk().until(run, status);
        judge().fits("run-snapshot.schema.json", snapshot.toString());
        judge().log(desk().events(run).stream().map(JsonObject::toString).toList());
        return snapshot;
    }

    private static void cancelled(String id) {
        String run = start(id, "{}");
        desk().post("/v1/runs/" + run + "/cancel", "{'reason':'enough'}").is(200);
        ends(run, "cancelled");
    }

    private static JsonObject answered(String id, String status, String answer) {
        String run = start(id, "{}");
        JsonObject waiting = ends(run, status);
        String node = waiting.object("interrupt").orElseThrow().string("nodeId").orElseThrow();
        desk().post("/v1/runs/" + run + "/interrupts/" + node, "{'resumeValue':" + answer + "}")
                .is(200);
        return ends(run, "completed");
    }

    private static void externalEvent(String id) {
        String run = start(id, "{}");
        JsonObject question = ends(run, "waiting-external").object("interrupt").orElseThrow();
        String path =
                "/v1/runs/" + run + "/interrupts/" + question.string("nodeId").orElseThrow();
        assertThat(question.string("interruptToken")).isPresent();
        desk().post(path, "{'resumeValue':{'correlation':{'orderId':'another','status':'completed'}}}")
                .refuses(422, "correlation_mismatch");
        desk().post(path, "{'resumeValue':{'correlation':{'orderId':'fixture-order-1','status':'completed'}}}")
                .is(200);
        ends(run, "completed");
    }

    private static void subWorkflow(String id) {
        String run = start(id, "{}");
        JsonObject parent = ends(run, "completed");
        JsonObject row =
                parent.array("childRuns").orElseThrow().get(0).asObject().orElseThrow();
        String child = row.string("runId").orElseThrow();
        JsonObject snapshot = ends(child, "completed");
        assertThat(snapshot.string("parentRunId")).contains(run);
        assertThat(snapshot.string("parentNodeId")).contains("subwf-call");
        JsonObject ancestry =
                desk().get("/v1/runs/" + child + "/ancestry").is(200).json();
        judge().fits("run-ancestry-response.schema.json", ancestry.toString());
        assertThat(ancestry.object("parent").orElseThrow().string("runId")).contains(run);
        judge().fits(
                        "debug-bundle.schema.json",
                        desk().get("/v1/runs/" + run + "/debug-bundle").is(200).body());
    }

    private static void handOver(String id) {
        String run = start(id, "{}");
        ends(run, "completed");
        List<JsonObject> chain = desk().events(run).stream()
                .filter(event -> event.string("type").orElseThrow().equals("core.workflowChain.event"))
                .toList();
        assertThat(chain.stream()
                        .map(event -> event.object("payload")
                                .orElseThrow()
                                .string("phase")
                                .orElseThrow()))
                .containsExactly("dispatch.began", "dispatch.succeeded", "child.completed", "output.harvested");
        for (int i = 1; i < chain.size(); i++) {
            assertThat(chain.get(i).string("causationId"))
                    .isEqualTo(chain.get(i - 1).string("eventId"));
        }
    }
}
