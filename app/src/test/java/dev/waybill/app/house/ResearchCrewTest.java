package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import dev.waybill.testkit.Interop;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `examples/research-crew` runs without a key, and packs are added, listed and removed.
class ResearchCrewTest {

    private static final Path CREW = Interop.projectRoot().resolve("examples/research-crew");

    @TempDir
    Path home;

    @Test
    void theCrewAnswersWithoutAKeyAndItsReceiptsVerify() {
        assertThat(ask("pack", "add", CREW.resolve("pack").toString()).out())
                .contains("added   local.examples.research-crew 1.0.0", "digest  sha256:");
        Asked run = ask("run", CREW.resolve("crew.json").toString(), "--input", "question=Why?", "--json");

        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.YES);
        Asked exported =
                ask("export", run(), "--out", home.resolve("proof.json").toString());
        assertThat(exported.code()).as(exported.err()).isEqualTo(ExitCode.YES);
        assertThat(ask("verify", home.resolve("proof.json").toString()).code()).isEqualTo(ExitCode.YES);
        assertThat(ask("fsck", "--deep").code()).isEqualTo(ExitCode.YES);
    }

    @Test
    void anAgentRunsLikeAWorkflow() {
        ask("pack", "add", CREW.resolve("pack").toString());

        Asked run = ask("run", "local.examples.research-crew.writer", "--input", "message=Write");
        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.YES);
    }

    @Test
    void packsAreListedAndRemoved() {
        assertThat(ask("agents").out()).contains("There are no agents");
        ask("pack", "add", CREW.resolve("pack").toString());
        assertThat(ask("pack", "list").out()).contains("local.examples.research-crew");
        assertThat(ask("agents", "local.examples.research-crew.planner").out()).contains("checks    its result");
        JsonObject all = ask("agents", "--json").json();
        assertThat(all.array("agents").orElseThrow().size()).isEqualTo(4);
        assertThat(ask("agents", "nobody").code()).isEqualTo(ExitCode.NO);
        assertThat(ask("pack", "remove", "local.examples.research-crew").code()).isEqualTo(ExitCode.YES);
        assertThat(ask("pack", "list").out()).contains("There are no packs");
        assertThat(ask("pack", "remove", "local.examples.research-crew").err()).contains("no pack is called");
    }

    private String run() {
        return ask("runs", "--json")
                .json()
                .array("runs")
                .orElseThrow()
                .get(0)
                .asObject()
                .orElseThrow()
                .string("runId")
                .orElseThrow();
    }

    private Asked ask(String... words) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_DATA", home.resolve("data").toString());
        variables.put("WAYBILL_KEYS", home.resolve("keys").toString());
        return Asked.waybill(variables, words);
    }
}
