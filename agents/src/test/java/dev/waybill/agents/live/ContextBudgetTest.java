package dev.waybill.agents.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.mock.MockModel;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.journal.RunId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A supervisor that thinks is told no more of its past than fits; the rest is summed up once.
class ContextBudgetTest {

    private static final int TURNS = 6;

    private final Stage stage = new Stage();
    private int wordy;
    private String letter = "x";
    private boolean refuses;

    /// Sends a worker in every turn but the last, and sums up when it is asked to.
    private final class Thinker implements ModelProvider {

        private int decided;
        private int summed;

        @Override
        public String name() {
            return "test";
        }

        @Override
        public ModelAnswer ask(ModelRequest request, ModelCall call) throws InterruptedException {
            String entry = request.responseFormat() == null
                    ? refuses
                            ? "{'stopReason':'safety','refusalText':'no'}"
                            : "{'content':'SUMMARY-%d%s'}".formatted(++summed, letter.repeat(wordy))
                    : ++decided < TURNS
                            ? "{'content':{'kind':'next-worker','nextWorkerIds':['nobody'],'nextWorkerInputs':[{'text':'%s'}]}}"
                                    .formatted("y".repeat(wordy))
                            : "{'content':{'kind':'terminate','reason':'enough'}}";
            return new MockModel(
                            "m", JsonObject.of(call.activity().node().node().id(), JsonArray.of(Stage.json(entry))))
                    .ask(request, new ModelCall(call.activity(), call.listener(), 0));
        }
    }

    private Told run(String settings) throws InterruptedException {
        stage.knows("""
                {'id':'team','name':'Team','version':'1','nodes':[
                {'id':'editor','typeId':'core.orchestrator.supervisor','name':'e',
                'config':{'prompt':'Go on.','settings':{%s}}},
                {'id':'desk','typeId':'core.dispatch','name':'d','config':{}}],
                'edges':[{'id':'a','sourceNodeId':'editor','targetNodeId':'desk'},{'id':'b','sourceNodeId':'desk','targetNodeId':'editor'}]}""".formatted(settings));
        stage.asks(new Thinker());
        return stage.rest(stage.start(Stage.ACME, stage.find("team").orElseThrow(), "{}", "{}"));
    }

    private List<String> prompts() {
        return stage.asked.stream()
                .filter(request -> request.responseFormat() != null)
                .map(request -> request.messages().getLast().text())
                .toList();
    }

    @Test
    void whatNoLongerFitsIsSummedUpAndTheSummaryStandsForItFromThenOn() throws InterruptedException {
        Told told = run("'transcriptTokenBudget':150");
        assertThat(told.error()).isEqualTo("none");
        List<JsonObject> summed = told.payloads("context.summarized");
        assertThat(summed).isNotEmpty();
        JsonObject first = summed.getFirst();
        assertThat(first.names())
                .containsExactly(
                        "iteration", "replacedTurns", "summaryRef", "tokenCounter", "tokensBefore", "tokensAfter");
        assertThat(first.string("tokenCounter"))
                .as("a unit that everybody can count")
                .contains("chars");
        assertThat(Long.parseLong(String.valueOf(first.get("tokensBefore")))).isGreaterThan(150 * 4);
        assertThat(Long.parseLong(String.valueOf(first.get("tokensAfter"))))
                .isLessThan(Long.parseLong(String.valueOf(first.get("tokensBefore"))));
        int at = Integer.parseInt(String.valueOf(first.get("iteration")));
        String prompt = prompts().get(at - 1);
        assertThat(prompt).contains("\"earlierTurns\":\"SUMMARY-1\"");
        List<String> decisions = told.ids("runOrchestrator.decided");
        List<JsonValue> replaced = first.array("replacedTurns").orElseThrow().items();
        assertThat(replaced)
                .isNotEmpty()
                .allSatisfy(id -> assertThat(decisions).contains(id.asString().orElseThrow()));
        for (JsonValue id : replaced) {
            int turn = 1 + decisions.indexOf(id.asString().orElseThrow());
            assertThat(prompt).doesNotContain("\"iteration\":" + turn + ",");
        }
        assertThat(prompt).contains("\"iteration\":" + (at - 1) + ",").doesNotContain("eventId");
        assertThat(told.payloads("artifact.created"))
                .as("the summary is an artifact of the run, for everybody who may read it")
                .extracting(artifact -> artifact.get("artifactId"))
                .isEqualTo(summed.stream().map(it -> it.get("summaryRef")).toList());
        assertThat(prompts()).hasSize(TURNS);
        assertThat(prompts().getLast()).contains("\"earlierTurns\":\"SUMMARY-" + summed.size() + "\"");
        long asks = stage.asked.stream()
                .filter(request -> request.responseFormat() == null)
                .count();
        assertThat(asks).as("each summary is asked for once").isEqualTo(summed.size());
    }

    @Test
    void aSummaryOfASummaryStandsForAllThatTheFirstOneDid() throws InterruptedException {
        Told told = run("'transcriptTokenBudget':100");
        List<JsonObject> summed = told.payloads("context.summarized");
        assertThat(summed).hasSizeGreaterThan(1);
        for (JsonObject each : summed) {
            int at = Integer.parseInt(String.valueOf(each.get("iteration")));
            JsonObject prompt = Stage.json(prompts().get(at - 1));
            long shown = prompt.array("transcript").orElseThrow().size();
            assertThat(each.array("replacedTurns").orElseThrow().items())
                    .as("every turn before %d is told or stands in the list", at)
                    .hasSize((int) (at - 1 - shown));
            assertThat(String.valueOf(each.get("tokensAfter"))).isEqualTo(String.valueOf(characters(prompt)));
        }
    }

    @Test
    void noSecretOfTheRunReachesTheModelThroughWhatPeopleSaid() throws InterruptedException {
        stage.knows("""
                {'id':'asking','name':'Asking','version':'1',
                'variables':[{'name':'password','type':'string','sensitive':true,'defaultValue':'hunter2hunter2'}],
                'nodes':[{'id':'editor','typeId':'core.orchestrator.supervisor','name':'e','config':{'prompt':'Go on.'}},
                {'id':'desk','typeId':'core.dispatch','name':'d','config':{}}],
                'edges':[{'id':'a','sourceNodeId':'editor','targetNodeId':'desk'},{'id':'b','sourceNodeId':'desk','targetNodeId':'editor'}]}""");
        stage.says(
                "{'content':{'kind':'ask-user','prompt':'Which?'}}",
                "{'content':{'kind':'terminate','reason':'known'}}");
        RunId run = stage.start(Stage.ACME, stage.find("asking").orElseThrow(), "{}", "{}");
        stage.rest(run);
        assertThat(stage.answer(run, "{'answers':{'q1':'it is hunter2hunter2'}}")
                        .error())
                .isEqualTo("none");
        assertThat(prompts().getLast()).contains("it is ").doesNotContain("hunter2hunter2");
    }

    private static long characters(JsonObject state) {
        long characters = state.string("earlierTurns")
                .map(summary -> summary.codePoints().count())
                .orElse(0L);
        for (JsonValue turn : state.array("transcript").orElseThrow()) {
            characters += turn.toString().codePoints().count();
        }
        return characters;
    }

    private static long tokens(String prompt) {
        return (characters(Stage.json(prompt)) + 3) / 4;
    }

    @Test
    void noTurnIsToldMoreThanTheHostSays() throws InterruptedException {
        wordy = 900;
        Told told = run("'transcriptTokenBudget':400");
        assertThat(told.error()).isEqualTo("none");
        assertThat(told.payloads("context.summarized")).isNotEmpty();
        assertThat(prompts()).allSatisfy(prompt -> assertThat(tokens(prompt)).isLessThanOrEqualTo(400));
        wordy = (int) SupervisorNode.MOST_TRANSCRIPT_TOKENS * 5;
        assertThat(run("'transcriptTokenBudget':99999999").error()).isEqualTo("context_budget_exceeded");
        assertThat(prompts())
                .allSatisfy(prompt ->
                        assertThat(tokens(prompt)).isLessThanOrEqualTo(SupervisorNode.MOST_TRANSCRIPT_TOKENS));
    }

    @Test
    void aSummaryThatIsTooLongIsNotCutInsideACharacter() throws InterruptedException {
        letter = "😀";
        wordy = 900;
        Told told = run("'transcriptTokenBudget':400");
        assertThat(told.error()).isEqualTo("none");
        assertThat(prompts().getLast()).contains("\"earlierTurns\":\"SUMMARY-").contains("😀");
    }

    @Test
    void theLatestTurnIsNeverSummedUp() throws InterruptedException {
        Told told = run("'transcriptTokenBudget':1");
        assertThat(told.error()).isEqualTo("none");
        List<String> prompts = prompts();
        for (int turn = 2; turn <= TURNS; turn++) {
            assertThat(prompts.get(turn - 1)).contains("\"iteration\":" + (turn - 1) + ",");
        }
    }

    @Test
    void whoWillNotSumUpIsToldLess() throws InterruptedException {
        refuses = true;
        Told told = run("'transcriptTokenBudget':150");
        assertThat(told.error()).isEqualTo("none");
        assertThat(told.payloads("context.summarized")).isEmpty();
        assertThat(prompts()).allSatisfy(prompt -> assertThat(tokens(prompt)).isLessThanOrEqualTo(150));
    }

    @Test
    void whatFitsIsToldInFull() throws InterruptedException {
        Told told = run("");
        assertThat(told.payloads("context.summarized")).isEmpty();
        assertThat(stage.asked).hasSize(TURNS);
        IntStream.range(1, TURNS)
                .forEach(turn -> assertThat(prompts().getLast()).contains("\"iteration\":" + turn + ","));
    }

    @Test
    void aReplayTakesTheSummaryFromTheRecord() throws InterruptedException {
        Told told = run("'transcriptTokenBudget':150");
        int asked = stage.asked.size();
        RunId replay = stage.replay(told.run());
        Told again = stage.rest(replay);
        assertThat(again.payloads("context.summarized")).isEqualTo(told.payloads("context.summarized"));
        assertThat(again.error()).isEqualTo("none");
        assertThat(stage.asked).hasSize(asked);
    }
}
