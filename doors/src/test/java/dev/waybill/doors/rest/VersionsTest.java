package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two versions of the protocol over the same handlers.
class VersionsTest {

    private static final String[] TWO = {"OpenWOP-Version", "2"};

    private final RestDesk desk = new RestDesk(true)
            .knows("noop", "core.noop", "")
            .knows("wait", "core.delay", "'ms':60000")
            .knows("gate", "core.approvalGate", "'title':'Go?'")
            .knows("agent", "core.conformance.mock-agent", "'mockToolCalls':[{'toolId':'search','result':{}}]");

    @AfterEach
    void close() {
        desk.close();
    }

    private Reply get(String path, String version) {
        return desk.send(desk.request(path, RestDesk.ACME)
                .header("Accept", "application/json")
                .header("OpenWOP-Version", version)
                .GET()
                .build());
    }

    private Reply post(String path, String json) {
        return desk.post(path, RestDesk.ACME, json, TWO);
    }

    @Test
    void everyOperationAnswersWithAndWithoutThePrefix() {
        for (Route route : desk.table().routes()) {
            if (route.isUnversioned()) {
                continue;
            }
            String path = route.path().toString().replaceAll("\\{[^}]*}", "x");
            String body = route.method().equals("GET") || route.method().equals("DELETE") ? null : "{'mode':7}";
            Reply with = call(route.method(), "/v1" + path, body);
            Reply without = call(route.method(), path, body);
            assertThat(without.status()).as(route.operation()).isEqualTo(with.status());
            assertThat(without.header("OpenWOP-Version")).as(route.operation()).contains("1.0");
            Reply second = call(route.method(), path, body, TWO);
            assertThat(second.header("OpenWOP-Version")).as(route.operation()).contains("2.0");
        }
    }

    private Reply call(String method, String path, @Nullable String body, String... headers) {
        var request = desk.request(path, RestDesk.GLOBEX)
                .header("Accept", "application/json")
                .method(
                        method,
                        body == null
                                ? java.net.http.HttpRequest.BodyPublishers.noBody()
                                : java.net.http.HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')));
        return desk.send((headers.length == 0 ? request : request.headers(headers)).build());
    }

    @Test
    void aVersionThatNobodySpeaksIsNotAcceptable() {
        JsonObject details = get("/runs", "3")
                .refuses(406, "protocol_version_unsupported")
                .json()
                .object("details")
                .orElseThrow();
        assertThat(details.array("protocolVersions").orElseThrow()).hasToString("[\"1.0\"]");
        get("/v1/runs", "2").refuses(400, "protocol_version_mismatch");
        get("/v1/runs", "3").refuses(400, "protocol_version_mismatch");
        get("/runs", "two").refuses(400, "validation_error");
        get("/runs", "1.x").is(200);
        get("/runs", "2.0").is(200);
    }

    @Test
    void aVersionThatIsServedInPartIsNeitherNamedNorAnswered() {
        assertThatThrownBy(() -> ProtocolVersion.of("/runs", "2", Dialect.offered()))
                .isInstanceOfSatisfying(RestRefusal.class, refusal -> {
                    assertThat(refusal.status()).isEqualTo(406);
                    assertThat(refusal.getMessage()).contains("speaks OpenWOP 1.0, not 2");
                });
        assertThat(desk.get("/.well-known/openwop", "")
                        .json()
                        .array("protocolVersions")
                        .orElseThrow())
                .hasToString("[\"1.0\"]");
    }

    @Test
    void whoSaysNoVersionSpeaksTheFirst() {
        assertThat(desk.get("/runs").is(200).header("OpenWOP-Version")).contains("1.0");
        assertThat(desk.get("/.well-known/openwop", "").json().string("preferredVersion"))
                .contains("1.0");
    }

    @Test
    void discoveryOfVersionTwoHasFactsAndRecordsAndNothingElse() {
        Reply reply = get("/.well-known/openwop", "2").is(200);
        JsonObject document = reply.json();
        assertThat(document.names())
                .contains("limits", "multiAgent", "replay")
                .doesNotContain("capabilities", "profiles", "protocolVersion", "dispatch", "orchestrator", "runs");
        assertThat(document.array("protocolVersions").orElseThrow()).hasToString("[\"1.0\"]");
        assertThat(document.get("engineVersion")).hasToString("1");
        assertThat(document.get("eventLogSchemaVersion")).hasToString("3");
        assertThat(document.object("conformance").orElseThrow().string("seamsProfile"))
                .contains("openwop-conformance-seams-v2");
        List<String> facts = List.of(
                "protocolVersions",
                "preferredVersion",
                "implementation",
                "engineVersion",
                "eventLogSchemaVersion",
                "fixtures",
                "conformance",
                "observability",
                "testing");
        document.members().forEach((name, value) -> {
            if (!facts.contains(name)) {
                JsonObject family = value.asObject().orElseThrow();
                assertThat(family.names()).as(name).contains("status", "since", "witness");
                assertThat(family.string("witness").orElseThrow())
                        .as(name)
                        .isIn("witnessable-unaided", "witnessable-gated", "seam-gated", "claims-check");
            }
        });
        assertThat(document.toString()).doesNotContain("\"supported\"");
        desk.send(desk.request("/.well-known/openwop", "")
                        .headers(TWO)
                        .header("If-None-Match", reply.header("ETag").orElseThrow())
                        .GET()
                        .build())
                .is(304);
        assertThat(desk.get("/.well-known/openwop", "").header("ETag")).isNotEqualTo(reply.header("ETag"));
    }

    @Test
    void refusalsHaveTheWordsAndTheStatusOfTheirVersion() {
        String run = desk.start("noop");
        desk.until(run, "completed");
        desk.post("/v1/runs/" + run + "/cancel", "{}").is(200);
        post("/runs/" + run + "/cancel", "{}").refuses(409, "run_terminal");
        desk.post("/v1/runs/" + run + ":fork", "{'mode':'branch','fromSeq':900}")
                .refuses(422, "invalid_from_seq");
        post("/runs/" + run + ":fork", "{'mode':'branch','fromSeq':900}").refuses(422, "fork_point_invalid");
        String waiting = desk.start("wait");
        desk.until(waiting, "running");
        desk.post("/v1/runs/" + waiting + ":resume", "{}").refuses(409, "run_not_paused");
        post("/runs/" + waiting + ":resume", "{}").refuses(409, "run_state_conflict");
        desk.post("/v1/interrupts/nothing", "{'resumeValue':{}}").refuses(404, "interrupt_not_found");
        post("/interrupts/nothing", "{'resumeValue':{}}").refuses(401, "interrupt_token_invalid");
    }

    @Test
    void versionTwoTakesWhatItKnowsAndNestsItsBounds() {
        post("/runs", "{'workflowId':'noop','colour':'red'}").refuses(400, "validation_error");
        post("/runs", "{'workflowId':'noop','configurable':{'recursionLimit':5}}")
                .refuses(400, "validation_error");
        post("/runs", "{'workflowId':'noop','configurable':{'version':1,'run.recursionLimit':5}}")
                .refuses(400, "validation_error");
        Reply made = post("/runs", "{'workflowId':'noop','configurable':{'version':1,'run':{'recursionLimit':5}}}")
                .is(201);
        assertThat(made.text("statusUrl")).startsWith("/runs/");
        JsonObject snapshot = get(made.text("statusUrl"), "2").is(200).json();
        assertThat(snapshot.get("engineVersion")).hasToString("1");
        assertThat(snapshot.get("eventLogSchemaVersion")).hasToString("3");
    }

    @Test
    void eventsAreCalledAsTheirVersionCallsThem() {
        String run = desk.start("agent");
        desk.until(run, "completed");
        assertThat(types("/v1/runs/" + run + "/events", "1")).contains("agent.toolCalled");
        assertThat(types("/runs/" + run + "/events", "2"))
                .contains("agent.tool-called")
                .doesNotContain("agent.toolCalled")
                .hasSameSizeAs(types("/v1/runs/" + run + "/events", "1"));
        String stream = desk.send(desk.request("/runs/" + run + "/events?streamMode=debug", RestDesk.ACME)
                        .headers(TWO)
                        .GET()
                        .build())
                .body();
        assertThat(stream).contains("event: agent.tool-called").doesNotContain("agent.toolCalled");
        assertThat(types("/conformance/seams/sample/test/runs/" + run + "/events", "2"))
                .contains("agent.tool-called");
        assertThat(types("/runs/" + run + "/debug-bundle", "2")).contains("agent.tool-called");
    }

    private List<String> types(String path, String version) {
        return get(path, version).is(200).json().array("events").orElseThrow().items().stream()
                .map((JsonValue event) ->
                        event.asObject().orElseThrow().string("type").orElseThrow())
                .toList();
    }

    @Test
    void everyNameOfVersionTwoHasTwoPartsWithHyphens() {
        Dialect.known().getLast().events().values().forEach(name -> {
            assertThat(name).matches("[a-z]+\\.[a-z]+(-[a-z]+)*");
            assertThat(name).isEqualTo(name.toLowerCase(Locale.ROOT));
        });
    }
}
