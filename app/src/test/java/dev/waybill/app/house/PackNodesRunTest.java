package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.agents.part.Parts;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A pack with JavaScript at the command line: added, shown, run, replayed; and a host without the part.
class PackNodesRunTest {

    private static final Path PACK = Interop.projectRoot().resolve("packs-js/src/test/resources/packs/parcels");

    private static final String WORKFLOW = """
            {"id":"weigh","name":"Weigh","version":"1.0.0","nodes":[
              {"id":"weigh","typeId":"local.acme.parcels.weigh",
               "inputs":{"parcels":{"type":"static","value":[{"weight":2},{"weight":40}]}}},
              {"id":"stamp","typeId":"local.acme.parcels.stamp"},
              {"id":"now","typeId":"local.acme.parcels.now"}]}
            """;

    @TempDir
    Path home;

    private boolean withPart = true;

    private Asked ask(String... words) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_DATA", home.resolve("data").toString());
        variables.put("WAYBILL_KEYS", home.resolve("keys").toString());
        if (withPart) {
            variables.put("WAYBILL_PARTS", Interop.projectRoot().toString());
        }
        return Asked.waybill(variables, words);
    }

    private Asked yes(String... words) {
        Asked asked = ask(words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.YES);
        return asked;
    }

    private String workflow() throws IOException {
        return Files.writeString(home.resolve("weigh.json"), WORKFLOW).toString();
    }

    private static void needThePart() {
        assumeTrue(
                new Parts(List.of(Interop.projectRoot())).find(Parts.PACKS_JS).isPresent(),
                "the part packs-js is not built; a build of everything builds it first");
    }

    @Test
    void aPacksNodesAreShownRunSignedAndReplayed() throws Exception {
        needThePart();
        yes("pack", "add", PACK.toString());
        assertThat(yes("pack", "list").out()).contains("6 of 7", "local.acme.parcels.missing", "schemas/none.json");
        assertThat(yes("nodes", "local.acme.parcels.weigh").out())
                .contains("Adds up the weights of parcels.", "parcels (required, array)", "total (required, number)");
        Asked run = yes("run", workflow(), "--json");
        assertThat(run.out()).contains("\"total\":42");
        String id = run(0);
        yes("export", id, "--out", home.resolve("proof.zip").toString());
        yes("verify", home.resolve("proof.zip").toString());
        assertThat(yes("replay", id).out()).contains("same");
        yes("fsck", "--deep");
    }

    @Test
    void aReplayNoticesWhenPureCodeHasChanged() throws Exception {
        needThePart();
        Path copy = Files.createDirectories(home.resolve("parcels"));
        copy(copy);
        yes("pack", "add", copy.toString());
        yes("run", workflow());
        String id = run(0);
        Path code = copy.resolve("lib/sum.mjs");
        Files.writeString(code, Files.readString(code).replace("total + each", "total + each + 1"));
        yes("pack", "add", copy.toString());
        Asked replay = ask("replay", id);
        assertThat(replay.code()).isNotEqualTo(ExitCode.YES);
        assertThat(replay.out() + replay.err()).contains("weigh");
    }

    @Test
    void aPackThatWasChangedOnTheShelfIsNotRun() throws Exception {
        needThePart();
        yes("pack", "add", PACK.toString());
        Path code = home.resolve("config/waybill/packs/local.acme.parcels/index.mjs");
        Files.writeString(code, Files.readString(code) + "// changed\n");
        assertThat(ask("nodes", "local.acme.parcels.weigh").code()).isEqualTo(ExitCode.NO);
        assertThat(yes("pack", "list").out()).contains("not used");
    }

    @Test
    void withoutThePartThePackIsThereAndSaysWhatIsMissing() throws Exception {
        withPart = false;
        yes("pack", "add", PACK.toString());
        assertThat(yes("pack", "list").out()).contains("0 of 7", "the part packs-js is not installed");
        Asked run = ask("run", workflow());
        assertThat(run.code()).isNotEqualTo(ExitCode.YES);
        assertThat(run.err() + run.out()).contains("local.acme.parcels.weigh").doesNotContain("\tat ");
    }

    private static void copy(Path to) throws IOException {
        try (var files = Files.walk(PACK)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(PACK.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    private String run(int index) {
        return ask("runs", "--json")
                .json()
                .array("runs")
                .orElseThrow()
                .get(index)
                .asObject()
                .orElseThrow()
                .string("runId")
                .orElseThrow();
    }
}
