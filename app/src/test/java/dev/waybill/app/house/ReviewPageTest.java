package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `examples/review` runs as `docs/multi-agent.md` says: one report is sent back and accepted, one is given up.
class ReviewPageTest {

    private static final Path ROOT = Interop.projectRoot();

    @TempDir
    Path data;

    private Asked waybill(String... words) {
        String[] all = java.util.Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--data";
        all[words.length + 1] = data.resolve("runs").toString();
        return Asked.waybill(all);
    }

    private Asked run(String file, String... more) {
        String[] words = new String[more.length + 4];
        words[0] = "run";
        words[1] = ROOT.resolve("examples/review/" + file).toString();
        words[2] = "--input";
        words[3] = "topic=Parcels";
        System.arraycopy(more, 0, words, 4, more.length);
        return waybill(words);
    }

    private String proof(String run) {
        Path proof = data.resolve(run + ".zip");
        assertThat(waybill("export", run, "--with-children", "--out", proof.toString())
                        .code())
                .isEqualTo(ExitCode.YES);
        return proof.toString();
    }

    @Test
    void aReportIsSentBackAcceptedAndCounts() {
        Asked run = run("report.json", "--json");
        assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.YES);
        JsonObject report = run.json();
        assertThat(report.toString()).contains("source: the harbour master");
        assertThat(report.array("verdicts").orElseThrow().items())
                .extracting(it -> it.asObject().orElseThrow().string("verdict").orElseThrow())
                .containsExactly("revise", "pass");
        assertThat(report.has("goalMet")).isFalse();
        String id = report.string("runId").orElseThrow();
        Asked verified = Asked.waybill("verify", proof(id));
        assertThat(verified.code()).isEqualTo(ExitCode.YES);
        assertThat(verified.out()).contains("1 revise by local.critic", "1 pass by local.critic");
        assertThat(waybill("show", id).out()).contains("revise by local.critic over author (sourced): sent back");
        assertThat(waybill("replay", id).code()).isEqualTo(ExitCode.YES);
        Asked checked = waybill("fsck", "--deep");
        assertThat(checked.code()).as(checked.out()).isEqualTo(ExitCode.YES);
    }

    @Test
    void aReportThatNobodyAcceptsIsGivenUpAndSaysSoEverywhere() {
        Asked run = run("rejected-report.json", "--json");
        assertThat(run.code()).as("a give-up is no success").isEqualTo(ExitCode.NO);
        JsonObject report = run.json();
        assertThat(report.string("status")).contains("completed");
        assertThat(report.get("goalMet")).isEqualTo(JsonBool.FALSE);
        assertThat(String.valueOf(report.get("unmetCriteria"))).isEqualTo("[\"accepted\"]");
        assertThat(report.toString()).contains("no report");
        String id = report.string("runId").orElseThrow();
        assertThat(waybill("runs").out()).containsPattern("rejected-report +gave up");
        assertThat(waybill("show", id).out())
                .contains(
                        "the goal is not met (accepted): the report was not accepted",
                        "fail by local.stern-critic over author (two-sources): not taken over");
        String proof = proof(id);
        Asked verified = Asked.waybill("verify", proof);
        assertThat(verified.out())
                .contains("gave up", "its goal is not met", "GOAL_NOT_MET", "1 fail by local.stern-critic");
        Path page = data.resolve("page.html");
        Asked html = Asked.waybill("verify", proof, "--html", page.toString());
        assertThat(html.out() + html.err()).doesNotContain("unknown option");
        assertThat(page).content().contains("Verified: the run failed", "gave up", "1 fail by local.stern-critic");
    }

    @Test
    void thePageShowsTheVerifierOfTheExample() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/multi-agent.md"));
        String example = Files.readString(ROOT.resolve("examples/review/report.json"));
        String verifier =
                "\"verifier\": {\"workflow\": \"critic\", \"agentId\": \"local.critic\", \"criteria\": [\"sourced\"]}";
        assertThat(example).contains(verifier);
        assertThat(page).contains(verifier, "examples/review/report.json", "examples/review/rejected-report.json");
    }
}
