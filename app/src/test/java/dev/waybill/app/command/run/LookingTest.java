package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.NOOP;
import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonBool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands that look at runs make nothing and change nothing, and a mistyped path is no store.
class LookingTest {

    @TempDir
    Path folder;

    private RunDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new RunDesk(folder);
    }

    @Test
    void aMistypedPathIsNoStoreAndNoneIsMadeThere() {
        Path typo = folder.resolve("typo");
        for (String[] words : new String[][] {
            {"runs"},
            {"sessions"},
            {"show", "run_01"},
            {"events", "run_01"},
            {"fsck"},
            {"fsck", "--deep"},
            {"diff", "run_01", "run_02"},
            {"export", "run_01"},
            {"replay", "run_01"},
            {"fork", "run_01", "--at", "0"},
            {"answer", "run_01", "gate", "accept"},
            {"cancel", "run_01"},
            {"pause", "run_01"},
            {"resume", "run_01"},
            {"evidence", "tasks"},
            {"prune", "--older-than", "30d"},
            {"apikeys", "list"},
            {"keys", "rotate", "--tokens"},
            {"workflow", "remove", "order"},
            {"memory", "delete", "notes", "home"},
            {"evidence", "record", "--dir", folder.resolve("ledger").toString()}
        }) {
            String[] all = Stream.concat(Stream.of(words), Stream.of("--data", typo.toString()))
                    .toArray(String[]::new);
            assertThat(desk.ask(ExitCode.USAGE, all).err())
                    .as(String.join(" ", words))
                    .contains(typo + " is not a store");
            assertThat(typo).as(String.join(" ", words)).doesNotExist();
        }
    }

    @Test
    void aPlaceThatWasNeverUsedHasNoRunsYet() {
        assertThat(desk.ask(ExitCode.YES, "runs").out()).contains("waybill run FILE");
        assertThat(desk.ask(ExitCode.YES, "sessions").out()).contains("There are no sessions");
        assertThat(desk.ask(ExitCode.YES, "evidence", "tasks").out()).contains("There are no tasks");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void aCheckMakesNoKey() throws IOException {
        desk.run(ExitCode.YES, desk.workflow("one", "", NOOP));
        Files.move(folder.resolve("keys"), folder.resolve("other-keys"));

        assertThat(desk.ask(ExitCode.NO, "fsck").out()).contains("key_unknown");
        assertThat(folder.resolve("keys")).doesNotExist();
    }

    @Test
    void aListThatWasCutSaysSo() {
        String file = desk.workflow("one", "", NOOP);
        desk.run(ExitCode.YES, file);
        desk.run(ExitCode.YES, file);

        assertThat(desk.ask(ExitCode.YES, "runs", "--limit", "1").out()).contains("the newest 1; --limit N shows more");
        assertThat(desk.ask(ExitCode.YES, "runs", "--limit", "1", "--json")
                        .json()
                        .get("more"))
                .isEqualTo(JsonBool.TRUE);
        assertThat(desk.ask(ExitCode.YES, "runs", "--limit", "2", "--json")
                        .json()
                        .get("more"))
                .isEqualTo(JsonBool.FALSE);
    }

    @Test
    void thePrefixOfAllIdsIsAPrefix() {
        String run = desk.run(ExitCode.YES, desk.workflow("one", "", NOOP));

        assertThat(desk.ask(ExitCode.YES, "show", "run_").out()).contains(run);
        desk.run(ExitCode.YES, desk.workflow("one", "", NOOP));
        assertThat(desk.ask(ExitCode.NO, "show", "run_").err()).contains("\"run_\" could be any of run_", run, "@last");
    }

    @Test
    void aRunIsNamedByTheEndOfItsIdAndTheNewestOneByAWord() {
        desk.workflow("inner", "", NOOP);
        String first = desk.run(ExitCode.YES, desk.workflow("one", "", NOOP));
        String second = desk.run(
                ExitCode.YES,
                desk.workflow("outer", "", RunDesk.node("call", "core.subWorkflow", "{\"workflowId\":\"inner\"}")));
        String end = first.substring(first.length() - 8);

        assertThat(desk.show(end).string("runId")).contains(first);
        assertThat(desk.show(end.toLowerCase(Locale.ROOT)).string("runId")).contains(first);
        assertThat(desk.show("@last").string("runId")).contains(second);
        desk.ask(ExitCode.YES, "export", "@last", "-o", folder.resolve("p.zip").toString());
        desk.ask(ExitCode.NO, "show", first.substring(first.length() - 2));
        desk.ask(ExitCode.NO, "show", "run_" + end);
    }

    @Test
    void aListOfEventsBehindTheLastOneSaysSo() {
        String run = desk.run(ExitCode.YES, desk.workflow("one", "", NOOP));

        assertThat(desk.ask(ExitCode.YES, "events", run, "--from", "9999").err())
                .contains("there is no event 9999 and none after it");
        assertThat(desk.ask(ExitCode.YES, "events", run, "--from", "1").err()).isEmpty();
    }

    @Test
    void anExportIntoAFolderThatIsNotThereNamesTheFolder() {
        String run = desk.run(ExitCode.YES, desk.workflow("one", "", NOOP));
        Path folderThatIsNot = folder.resolve("nowhere");

        assertThat(desk.ask(
                                ExitCode.USAGE,
                                "export",
                                run,
                                "-o",
                                folderThatIsNot.resolve("proof.zip").toString())
                        .err())
                .contains("there is no folder " + folderThatIsNot);
    }

    @Test
    void whoAnswersAndWhoCancelsHasANameEvenWithoutUser() {
        String file = desk.workflow("gated", "", node("gate", "core.approvalGate", "{}"));
        String run = desk.run(ExitCode.NO, file);
        var variables = desk.variables();
        variables.remove("USER");
        Asked.waybill(variables, InstantSource.system(), new byte[0], "answer", run, "gate", "accept");

        assertThat(desk.ask(ExitCode.YES, "events", run, "--json").out())
                .contains("\"decidedBy\":\"" + System.getProperty("user.name") + "\"");
    }

    @Test
    void aForkThatWaitsExitsAsARunThatWaits() {
        String run = desk.run(ExitCode.NO, desk.workflow("gated", "", node("gate", "core.approvalGate", "{}")));

        assertThat(desk.ask(ExitCode.NO, "fork", run, "--at", "0").out()).contains("waiting-approval");
        String done = desk.run(ExitCode.YES, desk.workflow("one", "", NOOP));
        desk.ask(ExitCode.YES, "fork", done, "--at", "0");
    }
}
