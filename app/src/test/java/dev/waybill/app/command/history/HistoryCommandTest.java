package dev.waybill.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs on a real SQLite file, looked back at through the command line.
class HistoryCommandTest {

    @TempDir
    Path folder = Path.of("");

    private Yard yard = new Yard(folder);

    @BeforeEach
    void enter() {
        yard = new Yard(folder);
    }

    @Test
    void aReplayOfACompletedRunIsTheSame() throws InterruptedException {
        RunId run = yard.completed("ships");
        Asked asked = yard.yes("replay", run.value());

        assertThat(asked.out()).startsWith("same ").contains(" events (run_");
        JsonObject json =
                yard.yes("replay", run.value(), "--from", "3", "--json").json();
        assertThat(json.get("same")).isEqualTo(JsonBool.TRUE);
        assertThat(json.has("divergedAtSeq")).isFalse();
    }

    @Test
    void aReplayOfAnOpenRunIsTheSameAsFarAsTheRunWent() throws InterruptedException {
        RunId run = yard.waiting("ships");

        assertThat(yard.yes("replay", run.value()).out()).contains("the source has not ended");
    }

    @Test
    void aCancelledRunIsReplayedAsItWasUnlessSomebodyAsksWhatItWouldHaveDone() throws InterruptedException {
        RunId run = yard.waiting("ships");
        yard.yes("cancel", run.value(), "--reason", "no longer wanted", "--by", "kim");

        assertThat(yard.yes("replay", run.value()).out()).startsWith("same ").doesNotContain("has not ended");
        Asked past = yard.ask("replay", run.value(), "--past-cancel");
        assertThat(past.code()).isEqualTo(ExitCode.NO);
        assertThat(past.out()).contains("expected  waybill.run.cancelling");
        assertThat(yard.yes("fsck", "--deep").out()).contains("all is well");
    }

    @Test
    void aReplayThatComesOutDifferentlyShowsWhatWasExpected() throws InterruptedException {
        RunId run = yard.completed("ships");
        int changed =
                yard.damage("UPDATE events SET public = CAST(replace(CAST(public AS TEXT), 'ships', 'trucks') AS BLOB)"
                        + " WHERE type = 'node.completed' AND node_id = 'copy'");
        assertThat(changed).isEqualTo(1);
        Asked asked = yard.ask("replay", run.value());

        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.out())
                .containsPattern("different at event \\d+")
                .contains("expected")
                .contains("actual");
        assertThat(asked.out()
                        .lines()
                        .filter(line -> line.contains("expected"))
                        .findFirst()
                        .orElse(""))
                .contains("trucks");
        assertThat(asked.out()
                        .lines()
                        .filter(line -> line.contains("actual"))
                        .findFirst()
                        .orElse(""))
                .contains("ships");
    }

    @Test
    void aReplayFromBehindTheEndIsRefused() throws InterruptedException {
        RunId run = yard.waiting("ships");

        assertThat(yard.ask("replay", run.value(), "--from", "9999").err()).contains("expected an event from 0 to");
    }

    @Test
    void aForkGoesOnWithOtherValues() throws InterruptedException {
        RunId run = yard.completed("ships");
        JsonObject fork = yard.waits("fork", run.value(), "--node", "copy", "--set", "topic=trains", "--json")
                .json();

        assertThat(fork.string("sourceRunId")).contains(run.value());
        assertThat(fork.string("status")).contains("waiting-approval");
        assertThat(fork.get("fromSeq")).isEqualTo(JsonNumber.of(1));

        Asked diff = yard.ask("diff", run.value(), fork.string("runId").orElseThrow());
        assertThat(diff.code()).isEqualTo(ExitCode.NO);
        assertThat(diff.out())
                .contains("they differ from event 1:")
                .contains("b  variable.changed")
                .contains("variables/topic: \"ships\" / \"trains\"")
                .contains("status: \"completed\" / \"waiting-approval\"");
    }

    @Test
    void aForkSaysFirstWhatIsInFlight() throws InterruptedException {
        RunId run = yard.completed("ships");
        long handedOver = sequenceOf(run, "node.dispatched");
        Asked fork = yard.waits("fork", run.value(), "--at", String.valueOf(handedOver + 1));

        assertThat(fork.out().lines().findFirst().orElse(""))
                .isEqualTo("in flight at event " + (handedOver + 1) + ", started again in the fork: send");
        assertThat(fork.out()).as("it waits, and says how to answer").containsPattern("waybill answer run_\\w+ gate ");
    }

    private long sequenceOf(RunId run, String type) {
        try (var store = dev.waybill.store.sqlite.SqliteStore.open(folder.resolve("data"))) {
            return store.events(run, 0, 1_000).stream()
                    .filter(event -> event.type().equals(type))
                    .findFirst()
                    .orElseThrow()
                    .sequence();
        }
    }

    @Test
    void aForkNeedsAPlace() throws InterruptedException {
        RunId run = yard.waiting("ships");

        assertThat(yard.ask("fork", run.value()).code()).isEqualTo(ExitCode.USAGE);
        assertThat(yard.ask("fork", run.value(), "--at", "1", "--node", "copy").code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(yard.ask("fork", run.value(), "--at", "9999").code()).isEqualTo(ExitCode.NO);
        assertThat(yard.ask("fork", run.value(), "--node", "nowhere").err()).contains("never started a node");
    }

    @Test
    void twoRunsOfTheSameInputAreTheSame() throws InterruptedException {
        RunId a = yard.completed("ships");
        RunId b = yard.completed("ships");

        Asked same = yard.yes("diff", a.value(), b.value());
        assertThat(same.out()).contains("all events are the same");
        JsonObject json = yard.ask("diff", a.value(), yard.completed("trains").value(), "--json")
                .json();
        assertThat(json.get("divergedAtSeq")).isEqualTo(JsonNumber.of(0));
        assertThat(json.object("stateDiff").orElseThrow().names()).containsExactly("variables", "nodes");
    }

    @Test
    void anExportVerifiesOffline() throws Exception {
        RunId run = yard.completed("ships");
        String bundle = yard.path("proof.zip");
        yard.yes("export", run.value(), "-o", bundle);

        assertThat(yard.yes("verify", bundle).out()).contains("VERIFIED");
        try (ZipFile zip = new ZipFile(bundle)) {
            assertThat(zip.getEntry("events.ndjson")).isNull();
        }
        yard.yes("export", run.value(), "--out", bundle, "--events");
        assertThat(yard.yes("verify", bundle).out()).contains("VERIFIED");
        try (ZipFile zip = new ZipFile(bundle)) {
            assertThat(new String(
                            zip.getInputStream(zip.getEntry("events.ndjson")).readAllBytes(),
                            java.nio.charset.StandardCharsets.UTF_8))
                    .startsWith("{\"eventId\":\"evt_")
                    .contains("\"run.completed\"");
        }
    }

    @Test
    void anExportIsWholeUnlessSomebodyLeavesChildrenOutAndCountsAsTheVerifierDoes() throws Exception {
        RunId run = yard.completed("ships");
        String bundle = yard.path("whole.zip");

        String written = yard.yes("export", run.value(), "-o", bundle).out();
        Asked verified = yard.yes("verify", bundle, "--require-complete");
        String count = verified.out().replaceAll("(?s).*VERIFIED +(\\d+) of .*", "$1");
        assertThat(verified.out()).contains(count + " of " + count + " receipts valid, complete");
        assertThat(written).isEqualTo("wrote " + bundle + " with " + count + " receipts, 2 of them summaries\n");
        assertThat(yard.yes("bundle", "show", bundle).out()).contains(count + " receipts, 2 of them summaries, ");

        yard.yes("export", run.value(), "-o", bundle, "--without-children");
        assertThat(yard.yes("verify", bundle).out()).contains("partial");
        assertThat(yard.ask("export", run.value(), "--with-children", "--without-children")
                        .code())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void anOpenRunIsExportedAsItStands() throws InterruptedException {
        RunId run = yard.waiting("ships");
        String bundle = yard.path("open.zip");
        yard.yes("export", run.value(), "-o", bundle);

        assertThat(yard.yes("verify", bundle, "--json").out()).contains("SUMMARY_OPEN");
    }
}
