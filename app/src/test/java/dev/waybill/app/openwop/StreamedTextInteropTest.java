package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a model says, told in the pieces in which it came.
class StreamedTextInteropTest {

    private static final String TOKENS = """
            'configurable':{'mockProvider':{'id':'%s','config':{'tokens':['Hello',' ','world','!'],'delayMsPerToken':10,
             'finishReason':'stop','usage':{'promptTokens':5,'completionTokens':4,'totalTokens':9}}}}""";

    private final JudgedHost host = JudgedHost.shared();

    private String told() {
        return host.start("conformance-stream-text", TOKENS.formatted("stream-text"));
    }

    /// All frames of a stream that its server has closed, name and data.
    private List<String> frames(String run, String mode) {
        String body = host.send(host.request("/v1/runs/" + run + "/events?streamMode=" + mode, host.key())
                        .setHeader("Accept", "text/event-stream")
                        .GET())
                .is(200)
                .body();
        return body.lines()
                .filter(line -> line.startsWith("event: ") || line.startsWith("data: "))
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .toList();
    }

    private static List<String> texts(Log log) {
        return log.of("output.chunk").payloads().stream()
                .map(payload -> payload.string("chunk").orElseThrow())
                .toList();
    }

    @Test
    void whoListensToMessagesGetsTheTokensInTheirOrderAndNothingElse() {
        String run = told();
        List<String> frames = frames(run, "messages");
        assertThat(frames).hasSize(8).filteredOn(line -> !line.startsWith("{")).containsOnly("ai.message.chunk");
        List<JsonObject> pieces = frames.stream()
                .filter(line -> line.startsWith("{"))
                .map(line -> JudgedHost.object(line).object("payload").orElseThrow())
                .toList();
        assertThat(pieces)
                .allSatisfy(piece -> assertThat(piece.string("runId")).contains(run))
                .extracting(piece -> piece.string("chunk").orElseThrow())
                .containsExactly("Hello", " ", "world", "!");
        assertThat(pieces)
                .extracting(piece -> piece.get("isLast"))
                .containsExactly(JsonBool.FALSE, JsonBool.FALSE, JsonBool.FALSE, JsonBool.TRUE);
        JsonObject meta = pieces.getLast().object("meta").orElseThrow();
        assertThat(meta.string("finishReason")).contains("stop");
        assertThat(meta.object("usage").orElseThrow().get("completionTokens")).isEqualTo(JsonNumber.of(4));
        host.until(run, "completed");
    }

    @Test
    void theLogHasThePiecesAndOnlyDebuggersSeeThem() {
        String run = told();
        host.until(run, "completed");
        assertThat(texts(host.log(run))).containsExactly("Hello", " ", "world", "!");
        assertThat(frames(run, "updates")).doesNotContain("output.chunk");
        assertThat(frames(run, "debug")).contains("output.chunk");
    }

    @Test
    void aReplayTellsThePiecesAsItsOwn() {
        String run = told();
        host.until(run, "completed");
        String replay = host.post("/v1/runs/" + run + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
        host.until(replay, "completed");
        Log log = host.log(replay);
        assertThat(log.types()).isEqualTo(host.log(run).types());
        assertThat(texts(log)).containsExactly("Hello", " ", "world", "!");
        assertThat(log.of("output.chunk").payloads())
                .allSatisfy(payload -> assertThat(payload.string("runId")).contains(replay));
    }

    @Test
    void piecesOfARunThatHidesSomethingAreHidden() {
        host.post(JudgedHost.SEAMS + "/workflows", """
                        {'workflowId':'hiding','variables':[{'name':'pin','type':'string','sensitive':true}],'nodes':[
                         {'nodeId':'ai','typeId':'core.ai.callPrompt',
                          'config':{'prompt':'The pin is {{pin}}.','expectsStreaming':true}}]}""").is(201);
        String run = host.start("hiding", "'inputs':{'pin':'4711-0815'}");
        host.until(run, "completed");
        assertThat(texts(host.log(run))).isNotEmpty().noneMatch(text -> text.contains("4711"));
        assertThat(frames(run, "messages").toString()).doesNotContain("4711");
    }

    @Test
    void aMockThatNobodyKnowsIsRefusedWithThoseThatAreKnown() {
        JudgedHost.Reply refused = host.post(
                        "/v1/runs",
                        "{'workflowId':'conformance-stream-text'," + TOKENS.formatted("does-not-exist") + "}")
                .is(400);
        assertThat(refused.text("error")).isEqualTo("unsupported_mock_provider");
        JsonArray known = host.get("/.well-known/openwop")
                .is(200)
                .json()
                .object("testing")
                .orElseThrow()
                .array("mockProviders")
                .orElseThrow();
        assertThat(refused.json().object("details").orElseThrow().array("supported"))
                .contains(known);
        assertThat(known.items()).contains(new JsonString("stream-text"));
    }
}
