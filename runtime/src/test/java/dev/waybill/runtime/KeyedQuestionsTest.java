package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.InterruptFact.InterruptRequested;
import dev.waybill.simulator.ModelStore;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A node that asks several times, each question under its key.
class KeyedQuestionsTest {

    /// Says every time all that it wants to know by then: the first question, then two, then three.
    private static final class Curious implements Activity {

        @Override
        public String typeId() {
            return "test.curious";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            JsonObject answers = call.node().answers();
            return answers.has("size")
                    ? NodeResult.done(answers)
                    : new NodeResult.Ask(
                            answers.has("colour") ? List.of(ask("colour"), ask("size")) : List.of(ask("colour")));
        }

        private static Question ask(String key) {
            return new Question(
                    key,
                    Question.CLARIFICATION,
                    TestHost.json("{'questions':[{'id':'q1','question':'Which %s?'}]}".formatted(key)),
                    null,
                    null);
        }
    }

    private static RunId started(TestHost host) {
        return host.start(TestHost.definition("""
                {'id':'w','name':'n','version':'1.0.0','nodes':[{'id':'n','typeId':'test.curious'}],'edges':[]}"""), JsonObject.EMPTY);
    }

    private static List<String> asked(TestHost host, RunId run) {
        return host.events(run).stream()
                .flatMap(event ->
                        event.fact() instanceof InterruptRequested asked ? Stream.of(asked.key()) : Stream.empty())
                .toList();
    }

    private static void answer(TestHost host, RunId run, String value) {
        host.host.tell(
                TestHost.ACME,
                run,
                at -> new Command.Answer(
                        at, "n", TestHost.json("{'answers':{'q1':'%s'}}".formatted(value)), "ada", true));
        host.settle();
    }

    @Test
    void whatWasAnsweredUnderAKeyIsNotAskedAgain() {
        TestHost host = new TestHost(new ModelStore(), new Curious());
        RunId run = started(host);
        assertThat(asked(host, run)).containsExactly("colour");
        answer(host, run, "blue");
        assertThat(asked(host, run)).containsExactly("colour", "size");
        assertThat(host.state(run).node("n").said().toString()).contains("colour", "blue");
        answer(host, run, "large");
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(asked(host, run)).containsExactly("colour", "size");
        assertThat(host.state(run).outputs().toString()).contains("blue", "large");
        Repeated.all(host.store, List.of(new Curious()));
    }

    /// Whoever listens may answer before the process that asked has put its activity away.
    @Test
    void anAnswerThatComesAtOnceIsHeard() {
        TestHost host = new TestHost(new ModelStore(), new Curious());
        host.watchedBy((decision, _) -> {
            if (decision.events().stream().anyMatch(event -> event.fact() instanceof InterruptRequested)) {
                answer(host, decision.state().header().runId(), "blue");
            }
        });
        RunId run = started(host);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(asked(host, run)).containsExactly("colour", "size");
        assertThat(host.troubles).isEmpty();
    }

    @Test
    void anotherProcessKnowsTheAnswersOfTheOneThatDied() {
        ModelStore store = new ModelStore();
        TestHost first = new TestHost(store, Notary.NONE, 7, new Curious());
        RunId run = started(first);
        answer(first, run, "blue");
        TestHost second = new TestHost(store, Notary.NONE, 8, new Curious());
        second.pass(Duration.ofHours(1));
        answer(second, run, "large");
        assertThat(Status.of(second.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(asked(second, run)).containsExactly("colour", "size");
        assertThat(second.state(run).outputs().toString()).contains("blue", "large");
    }
}
