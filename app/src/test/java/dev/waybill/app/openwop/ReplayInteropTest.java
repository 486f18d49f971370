package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Until;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Level 4: replays under models that never say the same twice.
class ReplayInteropTest {

    /// What a replay may say anew, wherever it stands.
    private static final List<String> VOLATILE =
            List.of("eventId", "runId", "observedAt", "timestamp", "occurredAt", "emittedAt", "id");

    private static final String HELLO =
            "'provider':'anthropic','model':'claude-x','messages':[{'role':'user','content':'hello'}]";
    private static final String BASE = "c92498949e9cc0e38bb2887e88e55b6936932e219b8344f0a7059b1de960073d";
    private static final String VALID = "{'content':'{\\\"valid\\\":true,\\\"result\\\":\\\"ok\\\"}'}";
    private static final String REFUSAL = "{'stopReason':'safety','refusalText':'I will not'}";

    private final JudgedHost host = JudgedHost.shared();

    @BeforeEach
    void forget() {
        host.post(JudgedHost.SEAMS + "/test/reset", "{}").is(200);
    }

    private String key(String members) {
        return host.post(JudgedHost.SEAMS + "/test/llm-cache-key", "{" + members + "}")
                .is(200)
                .text("cacheKey");
    }

    @Test
    void discoverySaysWhichRecipeAndThatRefusalsAreTold() {
        JsonObject discovery = host.get("/.well-known/openwop").is(200).json();
        JsonObject model = discovery
                .object("multiAgent")
                .orElseThrow()
                .object("executionModel")
                .orElseThrow();
        assertThat(Integer.parseInt(String.valueOf(model.get("version")))).isGreaterThanOrEqualTo(4);
        JsonObject determinism = model.object("replayDeterminism").orElseThrow();
        assertThat(determinism.get("supported")).hasToString("true");
        assertThat(determinism.string("llmCacheKeyRecipe")).contains("spec-rfc-0041");
        assertThat(determinism.get("refusalDivergenceEmission")).hasToString("true");
        assertThat(discovery.object("replay").orElseThrow().string("sideEffectSuppression"))
                .contains("recorded-outcome");
    }

    @Test
    void theKeyOfARequestIsTheOneThatEveryHostComesTo() {
        assertThat(key(HELLO)).isEqualTo(BASE);
        assertThat(key(HELLO + ",'stop':['END']"))
                .isEqualTo("2103c61f7b0e1e05c6535e562f52335649beae49e266b8264e60bc93c169dd87");
        assertThat(key(HELLO + ",'seed':7"))
                .isEqualTo("fb942dce9de88688c89d048499f4a4e5a19427775da08d0d5a7ad709c10b42d0");
        host.post(JudgedHost.SEAMS + "/test/llm-cache-key", "{'provider':'anthropic','model':'x'}")
                .is(400);
        host.post(JudgedHost.SEAMS + "/test/llm-cache-key", "{'messages':[]}").is(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'stream':true",
                "'metadata':{'a':1}",
                "'user':'ada'",
                "'x-request-id':'1'",
                "'traceparent':'00'",
                "'tenantId':'t'",
                "'timeoutMs':5"
            })
    void whatIsTransportDoesNotChangeTheKey(String member) {
        assertThat(key(HELLO + "," + member)).isEqualTo(BASE);
    }

    @Test
    void whoRefusesNowAndDidNotThenOrTheOtherWayRoundEndsTheReplay() {
        diverges("envelope", "refusal");
        diverges("refusal", "envelope");
    }

    private void diverges(String then, String now) {
        String first = then.equals("envelope") ? VALID : REFUSAL;
        String second = now.equals("envelope") ? VALID : REFUSAL;
        host.post(
                        JudgedHost.SEAMS + "/test/mock-ai/program",
                        "{'nodeId':'structured-call','program':[%s,%s]}".formatted(first, second))
                .is(200);
        String run = host.start("conformance-phase4-replay-divergence");
        host.until(run, then.equals("envelope") ? "completed" : "failed");
        String replay = replayed(run);
        JsonObject end = host.until(replay, "failed");
        assertThat(end.object("error").orElseThrow().string("code")).contains("replay_diverged_at_refusal");
        JsonObject told = host.log(replay).of("replay.divergedAtRefusal").onePayload();
        assertThat(told.string("sourceRunId")).contains(run);
        assertThat(told.string("nodeId")).contains("structured-call");
        assertThat(told.string("originalEnvelopeKind")).contains(then.equals("envelope") ? "valid" : "refusal");
        assertThat(told.string("replayEnvelopeKind")).contains(now.equals("envelope") ? "valid" : "refusal");
    }

    private String replayed(String run) {
        return host.post("/v1/runs/" + run + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
    }

    @Test
    void aReplayIsItsSourceByteForByteAndSoIsItsSnapshot() {
        host.post(JudgedHost.SEAMS + "/workflows", """
                        {'workflowId':'j-nondeterministic','nodes':[
                         {'nodeId':'tool','typeId':'core.noop','config':{'nondeterministic':true}},
                         {'nodeId':'effect','typeId':'core.conformance.side-effect','config':{}},
                         {'nodeId':'structured-call','typeId':'core.ai.structuredOutput',
                          'config':{'provider':'mock','outputSchema':{'type':'object','required':['word'],
                           'properties':{'word':{'type':'string'}}}}}]}""").is(201);
        for (String workflow : List.of(
                "j-nondeterministic",
                "conformance-multi-agent-handoff",
                "conformance-agent-reasoning",
                "conformance-dispatch-loop",
                "conformance-delay")) {
            String run = host.start(workflow);
            JsonObject source = host.until(run, "completed", "failed");
            JsonObject replay = host.until(replayed(run), "completed", "failed");
            String id = replay.string("runId").orElseThrow();
            assertThat(bare(new JsonArray(new ArrayList<>(host.log(id).events()))))
                    .isEqualTo(bare(new JsonArray(new ArrayList<>(host.log(run).events()))));
            assertThat(bare(story(replay))).isEqualTo(bare(story(source)));
        }
    }

    /// A snapshot without where its run comes from.
    private static JsonObject story(JsonObject snapshot) {
        JsonObject story = snapshot;
        for (String lineage : List.of("parentRunId", "sourceRunId", "fromSeq", "mode")) {
            story = story.without(lineage);
        }
        return story;
    }

    private static JsonValue bare(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> {
                    if (!VOLATILE.contains(name)) {
                        members.put(name, bare(member));
                    }
                });
                yield new JsonObject(members);
            }
            case JsonArray array ->
                new JsonArray(
                        array.items().stream().map(ReplayInteropTest::bare).toList());
            default -> value;
        };
    }

    private String effects(String id, String edges) {
        host.post(JudgedHost.SEAMS + "/workflows", """
                        {'id':'%s','name':'n','version':'1','nodes':[
                         {'id':'start','typeId':'core.noop','name':'s','position':{'x':0,'y':0},'config':{},'inputs':{}},
                         {'id':'wait','typeId':'core.conformance.hold','name':'w','position':{'x':0,'y':0},'config':{},
                          'inputs':{'delayMs':{'type':'variable','variableName':'delayMs'}}},
                         {'id':'effect','typeId':'core.conformance.side-effect','name':'e','position':{'x':0,'y':0},
                          'config':{},'inputs':{}}],
                         'variables':[{'name':'delayMs','type':'number','defaultValue':60000}],
                         'edges':[%s],'triggers':[],'metadata':{}}""".formatted(id, edges)).is(201);
        return id;
    }

    private List<String> failures(String run) {
        return host.log(run).of("node.failed").payloads().stream()
                .map(payload -> payload.string("nodeId").orElseThrow() + " "
                        + payload.object("error").orElseThrow().string("code").orElseThrow())
                .toList();
    }

    @Test
    void anEffectThatItsSourceNeverReachedIsNotDoneByTheReplay() {
        String run = host.start(
                effects(
                        "j-effect",
                        "{'id':'s','sourceNodeId':'start','targetNodeId':'wait'},{'id':'e','sourceNodeId':'wait','targetNodeId':'effect'}"));
        host.post("/v1/runs/" + run + "/cancel", "{}").is(200);
        host.until(run, "cancelled");
        String replay = replayed(run);
        host.until(replay, "failed");
        assertThat(failures(replay)).containsExactly("effect replay_source_missing");
        assertThat(host.log(replay).of("node.completed").payloads())
                .noneMatch(payload -> payload.string("nodeId").orElseThrow().equals("effect"));
    }

    @Test
    void eachExecutionOfALoopHasAnOutcomeOfItsOwn() {
        String run = host.start(
                effects(
                        "j-ordinal",
                        "{'id':'s','sourceNodeId':'start','targetNodeId':'effect'},{'id':'a','sourceNodeId':'effect','targetNodeId':'wait'},"
                                + "{'id':'b','sourceNodeId':'wait','targetNodeId':'effect','condition':{'expression':'1 == 1'}}"));
        Until.seen(() -> host.log(run).of("node.started").payloads(), started -> started.size() >= 3);
        host.post("/v1/runs/" + run + "/cancel", "{}").is(200);
        host.until(run, "cancelled");
        String replay = replayed(run);
        host.until(replay, "failed");
        assertThat(failures(replay)).containsExactly("effect replay_source_missing");
        assertThat(host.log(replay).of("node.completed").payloads())
                .filteredOn(payload -> payload.string("nodeId").orElseThrow().equals("effect"))
                .hasSize(1);
    }
}
