package dev.waybill.packsjs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.Outside;
import dev.waybill.agents.pack.PackFiles;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.runtime.egress.Seam;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/// `ctx.callAI`: the code of a pack asks the operator's models, on their account and on the record.
class CallAiTest {

    private static final String ASKS = """
            const reply = await ctx.callAI({systemPrompt: 'Be brief.', messages: [{role: 'user', content: ctx.inputs.question}]});
            return {status: 'success', outputs: reply};""";

    /// @param peers what the manifest asks of its host
    /// @param models as in the setting `agents.models`, with single quotes
    private static Activity node(String body, String peers, String models) {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("pack.json", """
                {
                  "name": "local.acme.asks", "version": "1.0.0", "engines": {"openwop": "^1.0.0"},
                  "runtime": {"language": "javascript", "format": "esm", "entry": "index.mjs"},
                  "peerDependencies": %s,
                  "nodes": [{"typeId": "local.acme.asks.n", "role": "action"}]
                }""".formatted(peers).getBytes(StandardCharsets.UTF_8));
        files.put(
                "index.mjs",
                "export const nodes = { async 'local.acme.asks.n'(ctx) {\n%s\n} };"
                        .formatted(body)
                        .getBytes(StandardCharsets.UTF_8));
        Outside outside = new Outside(
                new Egress(EgressRules.USUAL),
                Bench.json(models),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                reference -> reference);
        return Bench.nodes(Bench.read(PackFiles.of(files)), outside).getFirst();
    }

    private static String mock(String answers) {
        return "{'mock':{'wire':'mock','program':{'n':[" + answers + "]}}}";
    }

    private static Activity asking(String models) {
        return node(ASKS, "{\"aiProviders\": \"supported\"}", models);
    }

    @Test
    void theCodeGetsTheAnswerAndTheRecordHasWhatItCost() throws Exception {
        Activity node = asking(mock("{'content':'Rain.','inputTokens':7,'outputTokens':2}"));
        Called call = Called.of(node, "{}", "{'question':'What is the weather?'}");
        JsonObject outputs = Called.outputs(call.run(node));
        assertThat(outputs.string("content")).contains("Rain.");
        assertThat(outputs.string("finishReason")).contains("stop");
        assertThat(outputs.string("model")).isPresent();
        assertThat(outputs.object("usage").orElseThrow().toString()).contains("7", "2");
        assertThat(call.facts()).singleElement().isInstanceOfSatisfying(AgentFact.ProviderUsage.class, usage -> {
            assertThat(usage.inputTokens()).isEqualTo(7);
            assertThat(usage.outputTokens()).isEqualTo(2);
        });
    }

    @Test
    void anAnswerThatIsToFitASchemaComesAsData() throws Exception {
        Activity node = node("""
                        const reply = await ctx.callAI({messages: [{role: 'user', content: 'go'}],
                          responseSchema: {type: 'object', required: ['city'], properties: {city: {type: 'string'}}}});
                        return {status: 'success', outputs: {city: reply.data.city}};""", "{\"aiProviders\": \"supported\"}", mock("{'content':'{\\'city\\':\\'Bern\\'}'}"));
        assertThat(Called.outputs(node, "{}", "{}")).hasToString("{\"city\":\"Bern\"}");
    }

    @Test
    void whatAModelWillNotSayIsAnErrorThatTheCodeMayCatch() throws Exception {
        String models = mock("{'stopReason':'safety','refusalText':'No.'}");
        Activity asking = asking(models);
        RunError error =
                Called.error(Called.of(asking, "{}", "{'question':'go'}").run(asking));
        assertThat(error.code()).isEqualTo("envelope_refusal");
        Activity catching = node("""
                        try { await ctx.callAI({messages: [{role: 'user', content: 'go'}]}); }
                        catch (e) { return {status: 'success', outputs: {code: e.code}}; }""", "{\"aiProviders\": \"supported\"}", models);
        assertThat(Called.outputs(catching, "{}", "{}")).hasToString("{\"code\":\"envelope_refusal\"}");
    }

    @Test
    void theBudgetOfTheRunHoldsForTheCodeToo() throws Exception {
        String models = "{'budgets':{'run':{'maxCalls':1}},'mock':{'wire':'mock','program':{'n':["
                + "{'content':'one'},{'content':'two'}]}}}";
        Activity twice = node("""
                        await ctx.callAI({messages: [{role: 'user', content: 'one'}]});
                        await ctx.callAI({messages: [{role: 'user', content: 'two'}]});
                        return {status: 'success', outputs: {}};""", "{\"aiProviders\": \"supported\"}", models);
        assertThat(Called.error(twice).code()).isEqualTo("budget_exhausted");
    }

    @Test
    void aModelThatNobodyConfiguredIsNotAsked() throws Exception {
        Activity node = node("""
                        await ctx.callAI({provider: 'nobody', model: 'x', messages: [{role: 'user', content: 'go'}]});
                        return {status: 'success', outputs: {}};""", "{\"aiProviders\": \"supported\"}", "{}");
        assertThat(Called.error(node).code()).isEqualTo("model_not_supported");
    }

    @Test
    void codeWhoseManifestDoesNotAskForModelsFindsNone() throws Exception {
        Activity node =
                node("return {status: 'success', outputs: {there: typeof ctx.callAI}};", "{}", mock("{'content':'x'}"));
        assertThat(Called.outputs(node, "{}", "{}")).hasToString("{\"there\":\"undefined\"}");
    }

    @Test
    void aReplayAsksNobody() {
        Activity node = asking(mock("{'content':'x'}"));
        RunId replay = new RunId("run_01JD2ZK8F4Q6V0X3N5S7T9W1YB");
        Assertions.assertThatThrownBy(() -> Seam.repeating(
                        replay, () -> Called.of(node, "{}", "{'question':'go'}").run(node)))
                .isInstanceOf(ReachedOutside.class);
    }
}
