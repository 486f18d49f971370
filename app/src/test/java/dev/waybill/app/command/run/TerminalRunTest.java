package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.ASK;
import static dev.waybill.app.command.run.RunDesk.GATE;
import static dev.waybill.app.command.run.RunDesk.NOOP;
import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What a person at a terminal sees and can do.
@EnabledOnOs(OS.LINUX)
class TerminalRunTest {

    @TempDir
    Path folder;

    private RunDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new RunDesk(folder);
    }

    private Tty waybill(String... words) {
        return Tty.waybill(desk.variables(), words);
    }

    @Test
    void anApprovalIsAskedForAndAnsweredAtTheTerminal() throws Exception {
        try (Tty tty = waybill("run", desk.workflow("ship", "", GATE, NOOP))) {
            tty.await("Ship it\\?");
            tty.await("accept / reject \\(Enter leaves it open\\) > ");
            tty.type("maybe\n");
            tty.await("expected one of accept, reject");
            tty.type("acc\n");
            tty.await("why\\?");
            tty.type("fine\n");
            tty.await("answered accept by kim");
            tty.await("completed");
            assertThat(tty.exitCode()).isZero();
        }
    }

    @Test
    void whoAnswersAtTheTerminalCanBeNamed() throws Exception {
        try (Tty tty = waybill("run", desk.workflow("ship", "", GATE, NOOP), "--by", "ada")) {
            tty.await("Enter leaves it open\\) > ");
            tty.type("accept\n");
            tty.await("why\\?");
            tty.type("\n");
            tty.await("answered accept by ada");
        }
    }

    @Test
    void anEmptyLineLeavesTheQuestionOpen() throws Exception {
        try (Tty tty = waybill("run", desk.workflow("ship", "", GATE, NOOP))) {
            tty.await("Enter leaves it open\\) > ");
            tty.type("\n");
            String run = tty.await("waybill answer (run_\\w{26}) gate accept");
            assertThat(tty.exitCode()).isEqualTo(1);
            assertThat(desk.status(run)).isEqualTo("waiting-approval");
        }
    }

    @Test
    void theQuestionsOfAClarificationComeOneByOne() throws Exception {
        try (Tty tty = waybill("run", desk.workflow("ask", "", ASK))) {
            tty.await("Which\\? > ");
            tty.type("blue\n");
            tty.await("How many\\? > ");
            tty.type("3\n");
            tty.await("completed");
            assertThat(tty.exitCode()).isZero();
        }
    }

    @Test
    void aNodeAtWorkIsDrawnAgainAndAgainAndGoesWhenItIsDone() throws Exception {
        try (Tty tty = waybill("run", desk.workflow("wait", "", node("wait", "core.delay", "{\"delayMs\":900}")))) {
            tty.await("completed");
            assertThat(tty.exitCode()).isZero();
            assertThat(tty.screen()).containsPattern("[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]").contains("\u001b[1A\u001b[2K", "✓");
            assertThat(tty.screen().substring(tty.screen().lastIndexOf('✓'))).doesNotContainPattern("[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]");
        }
    }

    @Test
    void ctrlCLeavesTheRunAsItIsAndSaysHowToGoOn() throws Exception {
        String run;
        try (Tty tty = waybill("run", desk.workflow("wait", "", node("wait", "core.delay", "{\"delayMs\":3000}")))) {
            tty.await("[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]");
            tty.ctrlC();
            run = tty.await("(run_\\w{26}) stays as it is. Nothing recorded is lost.");
            tty.await("waybill resume " + run);
            assertThat(tty.exitCode()).isEqualTo(1);
            assertThat(tty.screen()).doesNotContain("Exception");
        }
        assertThat(desk.status(run)).isEqualTo("running");
        desk.ask(ExitCode.YES, "resume", run);
    }

    @Test
    void ctrlCAtAQuestionLeavesItOpen() throws Exception {
        try (Tty tty = waybill("run", desk.workflow("ship", "", GATE, NOOP))) {
            tty.await("Enter leaves it open\\) > ");
            tty.ctrlC();
            String run = tty.await("(run_\\w{26}) stays as it is");
            assertThat(tty.exitCode()).isEqualTo(1);
            assertThat(tty.screen()).doesNotContain("Exception");
            assertThat(desk.ask(ExitCode.YES, "answer", run, "gate", "accept").out())
                    .contains("completed");
        }
    }

    @Test
    void theListOfRunsShowsWhatOthersStart() throws Exception {
        String first = desk.run(ExitCode.YES, desk.workflow("ship", "", NOOP));
        try (Tty tty = waybill("runs", "--watch")) {
            tty.await(first);
            String second = desk.run(ExitCode.NO, desk.workflow("gated", "", GATE));
            tty.await(second + "[^\\n]*waiting");
            desk.ask(ExitCode.YES, "answer", second, "gate", "accept");
            tty.await(second + "[^\\n]*completed");
            tty.ctrlC();
            assertThat(tty.exitCode()).isZero();
            assertThat(tty.screen()).contains("\u001b[J").doesNotContain("Exception");
        }
    }

    @Test
    void theEventsOfAnotherProcessAreFollowed() throws Exception {
        String run = desk.run(ExitCode.NO, desk.workflow("gated", "", GATE, NOOP));
        try (Tty tty = waybill("events", run, "--follow")) {
            tty.await("node.suspended");
            desk.ask(ExitCode.YES, "answer", run, "gate", "accept");
            tty.await("approval.received");
            tty.await("run.completed");
            assertThat(tty.exitCode()).isZero();
        }
    }

    @Test
    void ctrlCEndsFollowing() throws Exception {
        String run = desk.run(ExitCode.NO, desk.workflow("gated", "", GATE, NOOP));
        try (Tty tty = waybill("events", run, "--follow")) {
            tty.await("node.suspended");
            tty.ctrlC();
            assertThat(tty.exitCode()).isZero();
        }
    }
}
