package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Prompts of a library, over HTTP: the suite's workflows, and the seam that says which layer wins.
class PromptsInteropTest {

    private static final String RESOLVE = JudgedHost.SEAMS + "/prompt/resolve";

    private final JudgedHost host = JudgedHost.shared();

    private static List<String> texts(Log log, String type, String member) {
        return log.of(type).payloads().stream()
                .map(payload -> String.valueOf(payload.get(member)))
                .toList();
    }

    @Test
    void everyPromptOfANodeIsFoundAndPutTogether() {
        String run = host.start("conformance-prompt-all-four-kinds");
        host.until(run, "completed");
        Log events = host.log(run);
        List<String> names = List.of(
                "\"prompt:conformance.prompt.writer-system@1.0.0\"",
                "\"prompt:conformance.prompt.schema-hint@1.0.0\"",
                "\"prompt:conformance.prompt.few-shot@1.0.0\"",
                "\"prompt:conformance.prompt.few-shot-2@1.0.0\"",
                "\"prompt:conformance.prompt.writer-user@1.0.0\"");
        assertThat(texts(events, "agent.promptResolved", "resolved")).containsExactlyElementsOf(names);
        assertThat(texts(events, "prompt.composed", "refs"))
                .containsExactlyElementsOf(
                        names.stream().map(name -> "[" + name + "]").toList());
        List<String> types = events.types();
        assertThat(types.indexOf("agent.promptResolved")).isLessThan(types.indexOf("prompt.composed"));
    }

    @Test
    void theRecordNamesEveryLayerAndOneThatWon() {
        String run = host.start("conformance-prompt-end-to-end");
        host.until(run, "completed");
        List<String> chains = texts(host.log(run), "agent.promptResolved", "chain");
        assertThat(chains).hasSize(1);
        assertThat(chains.getFirst())
                .contains("run-configurable", "workflow-defaults", "host-defaults")
                .containsOnlyOnce("\"applied\":true")
                .contains("{\"layer\":\"node\",\"source\":\"prompt:conformance.prompt.writer-system@1.0.0\","
                        + "\"applied\":true}");
    }

    @Test
    void aWorkflowsPromptCountsWhereTheNodeNamesNone() {
        host.post(JudgedHost.SEAMS + "/workflows", """
                {'workflowId':'defaulted','nodes':[{'nodeId':'ask','typeId':'core.ai.chatCompletion',
                  'config':{'provider':'mock','model':'mock-mini'},
                  'inputs':{'prompt':{'type':'static','value':'Go'}}}],
                 'defaults':{'promptRefs':{'system':'prompt:conformance.prompt.writer-system'}}}""").is(201);
        String run = host.start("defaulted");
        host.until(run, "completed");
        assertThat(texts(host.log(run), "agent.promptResolved", "chain").getFirst())
                .contains(
                        "{\"layer\":\"workflow-defaults\",\"source\":\"prompt:conformance.prompt.writer-system@1.0.0\","
                                + "\"applied\":true}");
    }

    @Test
    void theNodeWinsThenItsAgentThenTheWorkflowThenTheHost() {
        String agent = """
                ,'agentManifest':{'agentId':'vendor.acme.writer','systemPromptRef':'prompts/own.md',
                  'promptOverrides':{'system':'prompt:house@1.0.0'}}""";
        String workflow = ",'workflowDefaults':{'promptRefs':{'system':'prompt:flow@1.0.0'}}";
        String rest = ",'hostDefaults':{'system':'prompt:host@1.0.0'}}";
        String node = "{'kind':'system','node':{'nodeId':'writer','config':{'systemPromptRef':'prompt:mine@2.0.0'}}";
        String bare = "{'kind':'system','node':{'nodeId':'writer','config':{}}";

        assertThat(winner(node + agent + workflow + rest)).isEqualTo("node prompt:mine@2.0.0");
        assertThat(winner(bare + agent + workflow + rest))
                .isEqualTo("agent-intrinsic vendor.acme.writer:prompts/own.md");
        assertThat(winner(bare + workflow + rest)).isEqualTo("workflow-defaults prompt:flow@1.0.0");
        assertThat(winner(bare + rest)).isEqualTo("host-defaults prompt:host@1.0.0");
        JsonObject none = host.post(RESOLVE, bare + "}").is(200).json();
        assertThat(none.get("resolved")).hasToString("null");
        assertThat(String.valueOf(none.get("chain"))).contains("host-defaults").doesNotContain("true");
        host.post(RESOLVE, "{'kind':'system'}").is(400);
    }

    private String winner(String asked) {
        JsonObject told = host.post(RESOLVE, asked).is(200).json();
        List<JsonObject> applied = told.array("chain").orElseThrow().items().stream()
                .map(each -> each.asObject().orElseThrow())
                .filter(each -> String.valueOf(each.get("applied")).equals("true"))
                .toList();
        assertThat(applied).hasSize(1);
        assertThat(told.string("resolved")).isEqualTo(applied.getFirst().string("source"));
        return applied.getFirst().string("layer").orElseThrow() + " "
                + told.string("resolved").orElseThrow();
    }
}
