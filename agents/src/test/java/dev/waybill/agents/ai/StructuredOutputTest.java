package dev.waybill.agents.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.Outside;
import dev.waybill.agents.TestCall;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.model.wire.FakeProvider;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.ModelFact;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `core.ai.structuredOutput`: within a bound, an answer of the right shape, or a failure that says why.
class StructuredOutputTest {

    private static final String CONFIG = """
            {"provider": "mock", "model": "mock-mini", "maxTokens": 50, "outputSchema": {
              "type": "object", "required": ["valid"], "properties": {"valid": {"type": "boolean"}}}}""";

    private TestCall call = TestCall.any();

    @Test
    void withoutAProgramTheMockAnswersWithWhatFits() throws Exception {
        NodeResult result = run("[]");

        assertThat(outputs(result).get("data")).hasToString("{\"valid\":true}");
        assertThat(facts()).containsExactly("provider.usage");
    }

    @Test
    void aProviderThatIsNotHereIsKnownBeforeTheRunStarts() {
        Activity node = ModelNodes.of(Models.of(outside("[]"))).getFirst();
        assertThat(node.checkOptions(JsonObject.of("ai.provider", "nobody")))
                .singleElement()
                .asString()
                .contains("no provider nobody", "mock");
        assertThat(node.checkOptions(JsonObject.of("budget", JsonObject.of("modelDeny", "x"))))
                .singleElement()
                .asString()
                .contains("budget.modelDeny is unknown");
        assertThat(node.checkOptions(JsonObject.of("ai.provider", "mock"))).isEmpty();
    }

    @Test
    void anAnswerThatIsNoJsonIsAskedForAgain() throws Exception {
        NodeResult result = run("[{\"content\":\"{not json\"},{\"content\":\"{\\\"valid\\\":true}\"}]");

        assertThat(outputs(result).get("retries")).hasToString("1");
        assertThat(facts()).containsExactly("provider.usage", "envelope.retry.attempted", "provider.usage");
        assertThat(fact(ModelFact.EnvelopeRetryAttempted.class))
                .isEqualTo(new ModelFact.EnvelopeRetryAttempted("ask", 2, "parse-error"));
    }

    @Test
    void anAnswerOfAnotherShapeIsAskedForAgain() throws Exception {
        run("[{\"content\":{\"valid\":3}}]");

        assertThat(fact(ModelFact.EnvelopeRetryAttempted.class).reason()).isEqualTo("schema-violation");
    }

    @Test
    void aRefusalIsTheEndAndItsTextIsInTheLogAlone() throws Exception {
        NodeResult result = run("[{\"stopReason\":\"safety\",\"refusalText\":\"never, not even for Ada\"},{}]");

        assertThat(error(result)).contains("envelope_refusal").doesNotContain("Ada");
        assertThat(facts()).containsExactly("provider.usage", "envelope.refusal");
        assertThat(fact(ModelFact.EnvelopeRefusal.class).refusalText()).isEqualTo("never, not even for Ada");
    }

    @Test
    void anAnswerThatWasCutOffGetsMoreRoom() throws Exception {
        NodeResult result = run("[{\"content\":\"{\",\"stopReason\":\"max_tokens\"}]");

        assertThat(outputs(result).get("data")).hasToString("{\"valid\":true}");
        assertThat(facts())
                .containsExactly("provider.usage", "envelope.truncated", "envelope.retry.attempted", "provider.usage");
    }

    @Test
    void whatNeverFitsEndsAtTheHostsBound() throws Exception {
        String prose = "{\"content\":\"I would rather talk.\"}";
        NodeResult result = run("[" + String.join(",", List.of(prose, prose, prose, prose, prose)) + "]");

        assertThat(error(result)).contains("\"cap\":\"schema\"", "\"limit\":" + Limits.SCHEMA_ROUNDS, "\"observed\":4");
        assertThat(call.facts())
                .filteredOn(AgentFact.ProviderUsage.class::isInstance)
                .as("three rounds, and one to put prose into shape")
                .hasSize(4);
    }

    @Test
    void aModelThatIsCutOffEveryTimeIsGivenUpAfterThreeRequests() throws Exception {
        String cut = "{\"content\":\"{\",\"stopReason\":\"max_tokens\"}";
        NodeResult result = run("[" + String.join(",", List.of(cut, cut, cut, cut)) + "]");

        assertThat(error(result))
                .contains("envelope_truncation_unrecoverable", "\"cap\":\"schema\"", "\"limit\":3", "\"observed\":4");
        assertThat(call.facts())
                .filteredOn(AgentFact.ProviderUsage.class::isInstance)
                .hasSize(3);
        assertThat(fact(ModelFact.EnvelopeRetryExhausted.class))
                .isEqualTo(new ModelFact.EnvelopeRetryExhausted("ask", 3, "truncation"));
    }

    @Test
    void jsonBetweenFencesIsTakenOutWithoutAskingAgain() throws Exception {
        NodeResult result = run("[{\"content\":\"Here:\\n```json\\n{\\\"valid\\\":false}\\n```\"}]");

        assertThat(outputs(result).get("retries")).hasToString("0");
        assertThat(fact(ModelFact.EnvelopeRecovered.class).path()).isEqualTo("markdown-fence");
    }

    @Test
    void jsonInTheMiddleOfASentenceIsTakenOutToo() throws Exception {
        run("[{\"content\":\"It is {\\\"valid\\\": true, \\\"why\\\": \\\"}\\\"} as you see\"}]");

        assertThat(fact(ModelFact.EnvelopeRecovered.class).path()).isEqualTo("brace-walker");
    }

    @Test
    void proseThreeTimesIsPutIntoShapeByOneMoreRequest() throws Exception {
        String prose = "{\"content\":\"It is valid, I think.\"}";
        NodeResult result =
                run("[" + String.join(",", List.of(prose, prose, prose, "{\"content\":{\"valid\":true}}")) + "]");

        assertThat(outputs(result).get("data")).hasToString("{\"valid\":true}");
        assertThat(facts()).containsOnlyOnce("envelope.nlToFormat.engaged").doesNotContain("envelope.retry.exhausted");
        assertThat(call.facts())
                .filteredOn(AgentFact.ProviderUsage.class::isInstance)
                .hasSize(4);
    }

    @Test
    void aFailureOfTheProviderIsLeftToTheEngine() throws Exception {
        NodeResult result = run("[{\"error\":{\"code\":\"rate_limited\",\"retryAfterMs\":1500}}]");

        assertThat(error(result)).contains("rate_limited", "\"retryAfterMs\":1500");
    }

    @Test
    void theBudgetOfTheNodeEndsIt() throws Exception {
        String config = CONFIG.replace("\"maxTokens\": 50", "\"budget\": {\"maxCalls\": 1}");
        NodeResult result = run(config, "[{\"content\":\"nothing\"}]");

        assertThat(error(result)).contains("budget_exhausted", "\"cap\":\"envelopes\"", "\"scope\":\"node\"");
    }

    private NodeResult run(String program) throws Exception {
        return run(CONFIG, program);
    }

    private static Outside outside(String program) {
        return new Outside(
                new Egress(EgressRules.USUAL),
                FakeProvider.object("{\"mock\":{\"program\":{\"ask\":" + program + "}}}"),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                reference -> reference);
    }

    private NodeResult run(String config, String program) throws Exception {
        call = TestCall.of(
                "core.ai.structuredOutput",
                FakeProvider.object(config),
                FakeProvider.object("{\"prompt\":\"Is it?\"}"),
                JsonObject.EMPTY);
        return ModelNodes.of(Models.of(outside(program))).stream()
                .filter(node -> node.typeId().equals("core.ai.structuredOutput"))
                .findFirst()
                .orElseThrow()
                .execute(call);
    }

    private List<String> facts() {
        return call.facts().stream().map(RunEvent::type).toList();
    }

    private <F extends ActivityFact> F fact(Class<F> kind) {
        return call.facts().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }

    private static JsonObject outputs(NodeResult result) {
        assertThat(result).isInstanceOf(NodeResult.Done.class);
        return ((NodeResult.Done) result).outputs();
    }

    private static String error(NodeResult result) {
        assertThat(result).isInstanceOf(NodeResult.Failed.class);
        return ((NodeResult.Failed) result).error().toJson().toString();
    }
}
