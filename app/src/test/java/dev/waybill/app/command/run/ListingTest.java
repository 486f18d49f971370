package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.NOOP;
import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListingTest {

    @TempDir
    Path folder;

    private RunDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new RunDesk(folder);
    }

    @Test
    void anEmptyStoreSaysHowToBegin() {
        assertThat(desk.ask(ExitCode.YES, "runs").out()).contains("waybill run FILE");
    }

    @Test
    void runsAreFilteredByStatusAndWorkflow() {
        String done = desk.run(ExitCode.YES, desk.workflow("one", "", NOOP));
        String waits = desk.run(ExitCode.NO, desk.workflow("two", "", node("gate", "core.approvalGate", "{}")));

        assertThat(desk.ask(ExitCode.YES, "runs").out()).contains(done, waits, "completed", "waiting-approval", "gate");
        assertThat(desk.ask(ExitCode.YES, "runs", "--status", "waiting").out())
                .contains(waits)
                .doesNotContain(done);
        assertThat(desk.ask(ExitCode.YES, "runs", "--workflow", "one").out())
                .contains(done)
                .doesNotContain(waits);
        assertThat(desk.ask(ExitCode.YES, "runs", "--limit", "1").out())
                .contains(waits)
                .doesNotContain(done);
        assertThat(desk.ask(ExitCode.USAGE, "runs", "--status", "asleep").err()).contains("asleep", "waiting-input");
    }

    @Test
    void aUniqueBeginningOfAnIdIsEnough() {
        String file = desk.workflow("one", "", NOOP);
        String one = desk.run(ExitCode.YES, file);
        String other = desk.run(ExitCode.YES, file);
        int same = 0;
        while (one.charAt(same) == other.charAt(same)) {
            same++;
        }
        String unique = one.substring("run_".length(), same + 1);

        assertThat(desk.ask(ExitCode.YES, "show", unique).out()).contains(one);
        assertThat(desk.ask(ExitCode.YES, "show", "run_" + unique.toLowerCase(Locale.ROOT))
                        .out())
                .contains(one);
        assertThat(desk.ask(ExitCode.NO, "show", one.substring(0, same)).err())
                .contains(one, other, "the last characters of its id");
        assertThat(desk.ask(ExitCode.NO, "show", "nothing").err()).contains("\"nothing\"", "waybill runs");
        assertThat(desk.ask(ExitCode.NO, "show", "run_").err()).contains(one, other, "the last characters of its id");
    }

    @Test
    void showTellsWhatEachNodeWasGivenWhatItGaveAndWhoAnsweredWhy() {
        String run = desk.run(
                ExitCode.NO,
                desk.workflow(
                        "gated",
                        "{\"name\":\"topic\",\"type\":\"string\"}",
                        node(
                                "copy",
                                "core.identity",
                                "{}",
                                "{\"value\":{\"type\":\"variable\",\"variableName\":\"topic\"}}"),
                        node("gate", "core.approvalGate", "{}")),
                "--input",
                "topic=ships");
        desk.ask(ExitCode.NO, "answer", run, "gate", "reject", "feedback=too expensive", "--by", "kim");

        assertThat(desk.ask(ExitCode.YES, "show", run).out())
                .containsPattern("began +event 1 ← 0 at ")
                .containsPattern("input +value = ships")
                .containsPattern("output +value = ships")
                .containsPattern("completed +event 2 ← 1 at ")
                .containsPattern("asked +approval of gate, event \\d+ ← \\d+")
                .containsPattern("answered +reject: \"too expensive\" by kim, event \\d+ ← \\d+")
                .containsPattern("error +approval_rejected: ");
    }

    @Test
    void aQuestionWithADeadlineSaysUntilWhen() {
        assertThat(desk.ask(
                                ExitCode.NO,
                                "run",
                                desk.workflow(
                                        "gated", "", node("gate", "core.approvalGate", "{\"timeoutMs\":3600000}")))
                        .out())
                .contains("the first deadline is ")
                .doesNotContain("as long as it takes");
    }

    @Test
    void aRunIsShownWithItsNodes() {
        String run = desk.run(
                ExitCode.NO,
                desk.workflow(
                        "two", "", NOOP, node("gate", "core.approvalGate", "{}"), node("end", "core.noop", "{}")));

        Asked asked = desk.ask(ExitCode.YES, "show", run);

        assertThat(asked.out())
                .contains(
                        run + "  waiting-approval", "Workflow two (two 1.0)", "waybill answer " + run + " gate accept")
                .containsPattern("a +core.noop +completed +1 +1")
                .containsPattern("gate +core.approvalGate +waits +1 +1")
                .containsPattern("end +core.noop +not started +0 +0")
                .contains("receipts  2");
    }

    @Test
    void theLogIsDenseAndBeginsWhereAsked() {
        String run = desk.run(ExitCode.YES, desk.workflow("one", "", NOOP));

        List<JsonObject> all = desk.ask(ExitCode.YES, "events", run, "--json").lines();
        List<JsonObject> rest =
                desk.ask(ExitCode.YES, "events", run, "--json", "--from", "2").lines();

        assertThat(all)
                .extracting(event -> String.valueOf(event.get("sequence")))
                .startsWith("0", "1", "2");
        assertThat(all.getFirst().string("type")).contains("run.started");
        assertThat(all.getLast().string("type")).contains("run.completed");
        assertThat(rest).isEqualTo(all.subList(2, all.size()));
        assertThat(desk.ask(ExitCode.YES, "events", run, "--follow").out()).hasLineCount(all.size());
        assertThat(desk.ask(ExitCode.USAGE, "events", run, "--from", "-1").err())
                .contains("0 or more");
    }
}
