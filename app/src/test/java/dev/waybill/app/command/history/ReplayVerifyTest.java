package dev.waybill.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.agent.Served;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `waybill replay --verify`: the whole run once more, with a proof or with the first difference, and signed.
class ReplayVerifyTest {

    @TempDir
    Path folder = Path.of("");

    private Yard yard = new Yard(folder);

    @BeforeEach
    void enter() {
        yard = new Yard(folder);
    }

    private void edited() {
        assertThat(yard.damage(
                        "UPDATE events SET public = CAST(replace(CAST(public AS TEXT), 'ships', 'trucks') AS BLOB)"
                                + " WHERE type = 'node.completed' AND node_id = 'copy'"))
                .isPositive();
    }

    @Test
    void aRunThatComesOutTheSameIsProvenByTheDigestsOfBothLogs() throws InterruptedException {
        RunId run = yard.completed("ships");
        Asked asked = yard.yes("replay", run.value(), "--verify");

        assertThat(asked.out())
                .containsPattern("^equal: \\d+ events of " + run)
                .contains("source log  sha256:", "replay log  sha256:", "signed, receipt sha256:");
        JsonObject json = yard.yes("replay", run.value(), "--verify", "--json").json();
        assertThat(json.string("verdict")).contains("equal");
        assertThat(json.string("sourceDigest")).isPresent().isEqualTo(json.string("replayDigest"));
        assertThat(json.has("difference")).isFalse();
        assertThat(json.get("comparedEvents")).isNotNull();
    }

    @Test
    void aReplayIsShownWithTheTimesOfItsSource() throws InterruptedException {
        RunId run = yard.completed("ships");
        String replay =
                yard.yes("replay", run.value(), "--json").json().string("runId").orElseThrow();
        JsonObject source = yard.yes("show", run.value(), "--json").json();
        JsonObject again = yard.yes("show", replay, "--json").json();

        assertThat(again.string("startedAt")).isPresent().isEqualTo(source.string("startedAt"));
        assertThat(again.string("updatedAt")).isPresent().isEqualTo(source.string("updatedAt"));
        assertThat(started(replay)).isEqualTo(started(run.value()));
    }

    private String started(String run) {
        return yard.yes("show", run)
                .out()
                .lines()
                .filter(line -> line.startsWith("started"))
                .map(line -> line.replaceAll(", .* ago", ""))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theVerdictIsSignedAndCanBeCheckedElsewhere() throws InterruptedException {
        RunId run = yard.completed("ships");
        JsonObject json = yard.yes("replay", run.value(), "--verify", "--json").json();
        String bundle = yard.path("verdict.zip");
        yard.yes("export", json.string("runId").orElseThrow(), "--out", bundle);

        Asked verified = yard.ask("verify", bundle, "--json");
        assertThat(verified.out() + verified.err()).doesNotContain("INVALID");
        assertThat(yard.ask("bundle", "show", bundle).out()
                        + yard.ask("graph", bundle).out())
                .contains("replay-verdict");
    }

    @Test
    void theFirstDifferenceIsToldWithItsPlaceWhatWasExpectedAndWhatCame() throws InterruptedException {
        RunId run = yard.completed("ships");
        edited();
        Asked asked = yard.ask("replay", run.value(), "--verify");

        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.out())
                .containsPattern("different at event \\d+ of " + run)
                .contains("where       /payload/outputs/value")
                .contains("expected    \"trucks\"")
                .contains("actual      \"ships\"")
                .contains("signed, receipt sha256:");
        JsonObject json = yard.ask("replay", run.value(), "--verify", "--json").json();
        assertThat(json.string("verdict")).contains("different");
        assertThat(json.string("sourceDigest")).isNotEqualTo(json.string("replayDigest"));
        JsonObject difference = json.object("difference").orElseThrow();
        assertThat(difference.string("expected")).contains("trucks");
        assertThat(difference.string("actual")).contains("ships");
    }

    @Test
    void aCancelledRunIsVerifiedAsItWas() throws InterruptedException {
        RunId run = yard.waiting("ships");
        yard.yes("cancel", run.value(), "--reason", "no longer wanted", "--by", "kim");

        assertThat(yard.yes("replay", run.value(), "--verify").out()).startsWith("equal: ");
    }

    @Test
    void aRunThatHasNotEndedIsNoWhole() throws InterruptedException {
        RunId run = yard.waiting("ships");
        Asked asked = yard.ask("replay", run.value(), "--verify");

        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.err()).contains("has not ended", "waybill replay " + run);
        assertThat(yard.ask("runs", "--json").json().array("runs").orElseThrow().items())
                .hasSize(2);
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() throws InterruptedException {
        RunId run = yard.completed("ships");
        for (String[] words : new String[][] {
            {"--verify", "--from", "3"},
            {"--verify", "--past-cancel"},
            {"--verify", "--re-ask"},
            {"--re-ask", "--from", "3"},
            {"--model", "m"},
            {"--branch"}
        }) {
            String[] all = new String[words.length + 2];
            all[0] = "replay";
            all[1] = run.value();
            System.arraycopy(words, 0, all, 2, words.length);
            assertThat(yard.ask(all).code()).as(String.join(" ", words)).isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void aHostGivesTheSameVerdictFromAfar() throws Exception {
        RunId run = yard.completed("ships");
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", yard.path("home"));
        variables.put("XDG_CONFIG_HOME", yard.path("home"));
        variables.put("WAYBILL_KEYS", yard.path("keys"));
        try (Served served = Served.start(folder, variables)) {
            Asked equal = Asked.waybill(variables, "replay", run.value(), "--verify", "--server", served.url());
            assertThat(equal.code()).as(equal.out() + equal.err()).isEqualTo(ExitCode.YES);
            assertThat(equal.out()).startsWith("equal: ").contains("signed, receipt sha256:");
            edited();
            Asked different = Asked.waybill(variables, "replay", run.value(), "--verify", "--server", served.url());
            assertThat(different.code()).isEqualTo(ExitCode.NO);
            assertThat(different.out()).contains("/payload/outputs/value", "\"trucks\"", "\"ships\"");
            Asked other = Asked.waybill(variables, "replay", run.value(), "--re-ask", "--server", served.url());
            assertThat(other.code()).as(other.err() + other.out()).isEqualTo(ExitCode.USAGE);
            Asked unknown = Asked.waybill(variables, "replay", "run_7ZZ", "--verify", "--server", served.url());
            assertThat(unknown.code()).isEqualTo(ExitCode.NO);
            assertThat(unknown.err()).contains("no run");
        }
    }
}
