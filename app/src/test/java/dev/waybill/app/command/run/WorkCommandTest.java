package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.NOOP;
import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class WorkCommandTest {

    @TempDir
    Path folder;

    @Test
    @Timeout(60)
    void worksOnWhatOthersStartedUntilItIsStopped() throws Exception {
        RunDesk desk = new RunDesk(folder);
        String before = desk.run(
                ExitCode.YES,
                desk.workflow("one", "", node("wait", "core.delay", "{\"delayMs\":1}"), NOOP),
                "--detach");
        String gated = desk.run(
                ExitCode.NO,
                desk.workflow(
                        "two",
                        "",
                        node("gate", "core.approvalGate", "{}"),
                        node("wait", "core.delay", "{\"delayMs\":1}")));
        FutureTask<Asked> work = new FutureTask<>(() -> desk.ask("work"));
        Thread worker = Thread.ofPlatform().start(work);

        desk.ask(ExitCode.YES, "answer", gated, "gate", "accept", "--no-wait");
        await(desk, before);
        await(desk, gated);
        worker.interrupt();

        Asked asked = work.get();
        assertThat(asked.code()).isEqualTo(ExitCode.YES);
        assertThat(asked.out())
                .contains("ready", folder.resolve("data").toString(), "stopped")
                .containsPattern("completed +" + before + "  one")
                .containsPattern("completed +" + gated + "  two");
    }

    private static void await(RunDesk desk, String run) throws InterruptedException {
        while (!desk.status(run).equals("completed")) {
            Thread.sleep(Duration.ofMillis(50));
        }
    }
}
