package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `examples/team` runs, and `docs/multi-agent.md` shows what lies there.
class TeamPageTest {

    private static final Path ROOT = Interop.projectRoot();

    @TempDir
    Path data;

    @Test
    void theTeamOfThePageRuns() {
        Asked run = Asked.waybill(
                "run",
                ROOT.resolve("examples/team/newsletter.json").toString(),
                "--input",
                "topic=Parcels",
                "--data",
                data.toString());
        assertThat(run.code()).isEqualTo(ExitCode.YES);
        assertThat(run.out())
                .contains(
                        "decides next-worker: research",
                        "hands over to write",
                        "decides terminate: there is a draft",
                        "About Parcels: Parcels travel with a waybill.");
    }

    @Test
    void theRulesOfThePageAreThoseOfTheExample() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/multi-agent.md"));
        int from = page.indexOf("```json\n{\n  \"id\": \"editor\"") + "```json\n".length();
        JsonObject shown = JsonReader.read(page.substring(from, page.indexOf("```", from)), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
        JsonObject example = JsonReader.readObject(
                Files.readAllBytes(ROOT.resolve("examples/team/newsletter.json")), JsonLimits.DOCUMENT);
        JsonObject editor =
                example.array("nodes").orElseThrow().get(0).asObject().orElseThrow();
        assertThat(conditions(editor)).containsSubsequence(conditions(shown));
    }

    private static List<JsonValue> conditions(JsonObject node) {
        return node.object("config").flatMap(config -> config.array("rules")).orElseThrow().items().stream()
                .map(rule -> rule.asObject().orElseThrow())
                .filter(rule -> rule.has("when"))
                .map(rule -> rule.members().get("when"))
                .toList();
    }
}
