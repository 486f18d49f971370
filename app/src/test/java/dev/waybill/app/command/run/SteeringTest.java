package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.ASK;
import static dev.waybill.app.command.run.RunDesk.GATE;
import static dev.waybill.app.command.run.RunDesk.NOOP;
import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SteeringTest {

    @TempDir
    Path folder;

    private RunDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new RunDesk(folder);
    }

    @Test
    void anApprovalWaitsAndSaysHowToAnswer() {
        String file = desk.workflow("ship", "", NOOP, GATE);

        Asked asked = desk.ask(ExitCode.NO, "run", file);

        assertThat(asked.out())
                .contains("? gate", "waits for an approval", "waiting-approval", "Ship it?")
                .containsPattern("waybill answer run_\\w+ gate accept   or reject");
    }

    @Test
    void anAnswerGoesOnWithTheRun() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));

        Asked asked = desk.ask(ExitCode.YES, "answer", run, "gate", "accept", "feedback=fine", "--by", "ada");

        assertThat(asked.out()).contains("answered accept by ada", "✓ gate", "✓ a", "completed");
        assertThat(desk.ask(ExitCode.NO, "answer", run, "gate", "reject").err()).contains("already answered");
    }

    @Test
    void anAnswerIsNeverNobodys() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));

        assertThat(desk.ask(ExitCode.USAGE, "answer", run, "gate", "accept", "--by", " ")
                        .err())
                .contains("--by: expected a name, found nothing");
        assertThat(desk.status(run)).isEqualTo("waiting-approval");
    }

    @Test
    void whoAnswersASecondTimeLearnsThatItWasAnsweredBefore() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));

        assertThat(desk.ask(ExitCode.YES, "answer", run, "gate", "accept", "--by", "ada")
                        .err())
                .isEmpty();
        assertThat(desk.ask(ExitCode.YES, "answer", run, "gate", "accept", "--by", "kim")
                        .err())
                .contains("nothing was recorded");
    }

    @Test
    void aQuestionWhoseTimeIsUpIsNotShownAsOpen() throws InterruptedException {
        String late = node("gate", "core.approvalGate", "{\"title\":\"Ship it?\",\"timeoutMs\":500}");
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", late));
        Thread.sleep(600);

        Asked resumed = desk.ask("resume", run);

        assertThat(resumed.out() + resumed.err()).doesNotContain("waiting-approval");
        assertThat(desk.status(run)).isEqualTo("failed");
    }

    @Test
    void theCommandThatAnswersReadsTheSameSettings() {
        String file = desk.workflow("ship", "", GATE, NOOP);
        String config = desk.file("settings.json", "{\"log\":{\"level\":\"warn\"}}");

        assertThat(desk.ask(ExitCode.NO, "run", file, "--config", config).out())
                .containsPattern("waybill answer run_\\w+ gate accept --config \\S*settings.json");
    }

    @Test
    void anActionThatNobodyOffersIsRefused() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));

        assertThat(desk.ask(ExitCode.NO, "answer", run, "gate", "perhaps").err())
                .contains("one of accept, reject", "perhaps");
        assertThat(desk.ask(ExitCode.NO, "answer", run, "nobody", "accept").err())
                .contains("nobody", "open: gate");
        assertThat(desk.ask(ExitCode.USAGE, "answer", run, "gate").err()).contains("the answer is missing");
        assertThat(desk.status(run)).isEqualTo("waiting-approval");
    }

    @Test
    void questionsAreAnsweredByNameOrAsJson() {
        String file = desk.workflow("ask", "", ASK);
        String one = desk.run(ExitCode.NO, file);
        String other = desk.run(ExitCode.NO, file);

        desk.ask(ExitCode.YES, "answer", one, "ask", "q1=blue", "q2=3");
        desk.ask(ExitCode.YES, "answer", other, "ask", "--value", "{\"answers\":{\"q1\":\"blue\",\"q2\":3}}");

        String expected = desk.show(one).object("outputs").orElseThrow().toString();
        assertThat(expected).contains("\"q1\":\"blue\"", "\"q2\":3");
        assertThat(desk.show(other).object("outputs").orElseThrow()).hasToString(expected);
    }

    @Test
    void anAnswerOnlyIsLeftToOthers() {
        String run =
                desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, node("wait", "core.delay", "{\"delayMs\":1}")));

        desk.ask(ExitCode.YES, "answer", run, "gate", "accept", "--no-wait");

        assertThat(desk.status(run)).isEqualTo("running");
        desk.ask(ExitCode.YES, "resume", run);
    }

    @Test
    void aPauseThatHasNotBegunYetIsEndedByAResume() {
        String wait = node("wait", "core.delay", "{\"delayMs\":60000}");
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, wait));
        desk.ask(ExitCode.YES, "answer", run, "gate", "accept", "--no-wait");

        desk.ask(ExitCode.YES, "pause", run);
        assertThat(desk.status(run)).isEqualTo("running");
        desk.ask(ExitCode.YES, "resume", run, "--no-wait");
        desk.ask(ExitCode.YES, "pause", run);
    }

    @Test
    void aPausedRunGoesOnWhenItIsResumed() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));

        desk.ask(ExitCode.YES, "pause", run, "--now", "--reason", "lunch");
        assertThat(desk.status(run)).isEqualTo("paused");
        assertThat(desk.ask(ExitCode.NO, "pause", run).err()).contains("cannot be paused");

        desk.ask(ExitCode.NO, "resume", run);
        assertThat(desk.status(run)).isEqualTo("waiting-approval");
    }

    @Test
    void aCancelledRunEnds() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));

        desk.ask(ExitCode.YES, "cancel", run, "--reason", "no longer needed");

        assertThat(desk.status(run)).isEqualTo("cancelled");
        assertThat(desk.ask(ExitCode.NO, "cancel", run).err()).contains("has ended");
        assertThat(desk.ask(ExitCode.NO, "resume", run).err()).contains("cancelled, not paused");
    }

    @Test
    void theQuestionOfAChildIsAnsweredWhereItIsAsked() {
        desk.workflow("inner", "", GATE);
        String outer = desk.workflow("outer", "", node("call", "core.subWorkflow", "{\"workflowId\":\"inner\"}"), NOOP);

        JsonObject waiting = desk.ask(ExitCode.NO, "run", outer, "--json").json();
        String run = waiting.string("runId").orElseThrow();
        String child = waiting.array("interrupts")
                .orElseThrow()
                .get(0)
                .asObject()
                .flatMap(it -> it.string("runId"))
                .orElseThrow();
        desk.ask(ExitCode.YES, "answer", child, "gate", "accept");

        assertThat(child).isNotEqualTo(run);
        assertThat(desk.ask(ExitCode.YES, "resume", run).out()).contains("✓ call", "completed");
        assertThat(desk.ask(ExitCode.YES, "show", child).out()).contains("parent", run);
    }
}
