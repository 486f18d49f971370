package dev.waybill.app.command.evidence.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// T5: an export of episodes, taken in and written again, keeps its correlation id, and names every receipt together
/// with the system that has it.
class T5EpisodeExportComesBackTest {

    private static final String CHAIN = "qt_brain_temperature_20260225_120000";
    private static final String EXPORT = """
            {"metadata":{"export_version":"1.0","exported_at":"2026-02-25T11:00:00Z","source":"ccio","episode_count":2,
              "_ewp_version":"0","_ewp_correlation_id":"%s","_ewp_future_field":1e-07},
             "episodes":[
              {"episode_id":"ep_abc123","event_time":"2026-02-25T10:00:00Z","confidence":0.90,
               "policy":{"brain_temperature":0.70},"receipt_ids":["3f2504e0-4f89","sha256:abc"]},
              {"episode_id":"ep_def456","event_time":"2026-02-25T10:20:00Z","confidence":1e-07,
               "policy":{"brain_temperature":0.65},"receipt_ids":["ccio:3f2504e0-4f90","3f2504e0-4f91"],"note":"naïve ✓"}]}
            """.formatted(CHAIN);

    @TempDir
    Path folder;

    private EvidenceDesk desk() throws Exception {
        return EvidenceDesk.in(Files.createTempDirectory(folder, "t5"));
    }

    /// Takes the export in and writes it again.
    private static JsonObject again(EvidenceDesk desk, String from, String to) {
        Told indexed = desk.index(from);
        assertThat(indexed.codes()).isEmpty();
        assertThat(indexed.code()).isEqualTo(ExitCode.YES);
        desk.folderOf(to).yes("export", "--episodes", desk.path(to), "--index", desk.path("index"));
        return Told.object(desk.text(to));
    }

    private static List<JsonObject> episodes(JsonObject export) {
        return export.array("episodes").orElseThrow().items().stream()
                .map(episode -> (JsonObject) episode)
                .toList();
    }

    private static List<String> receipts(JsonObject export) {
        return episodes(export).stream()
                .flatMap(episode -> episode.array("receipt_ids").orElse(JsonArray.EMPTY).items().stream())
                .map(id -> id.asString().orElseThrow())
                .toList();
    }

    private static String correlation(JsonObject export) {
        return Told.text(export.object("metadata").orElseThrow(), "_ewp_correlation_id");
    }

    @Test
    void theCorrelationIsTheSameWhenItComesBack() throws Exception {
        JsonObject export = again(desk().file("ccio/loom.json", EXPORT), "ccio", "again/loom.json");
        assertThat(correlation(export)).isEqualTo(CHAIN);
        assertThat(export.object("metadata").orElseThrow().string("_ewp_version"))
                .contains("0");
    }

    @Test
    void everyReceiptIsQualifiedOnceHoweverOftenItIsWritten() throws Exception {
        EvidenceDesk desk = desk().file("ccio/loom.json", EXPORT);
        JsonObject once = again(desk, "ccio", "once/loom.json");
        assertThat(receipts(once)).hasSize(4).allMatch(id -> id.matches("^ccio:.+"));
        assertThat(receipts(once))
                .containsExactly("ccio:3f2504e0-4f89", "ccio:sha256:abc", "ccio:3f2504e0-4f90", "ccio:3f2504e0-4f91");
        JsonObject twice = again(desk, "once", "twice/loom.json");
        assertThat(receipts(twice)).isEqualTo(receipts(once));
        assertThat(correlation(twice)).isEqualTo(CHAIN);
    }

    @Test
    void nothingElseOfAnEpisodeChanges() throws Exception {
        JsonObject export = again(desk().file("ccio/loom.json", EXPORT), "ccio", "again/loom.json");
        List<JsonObject> given = episodes(Told.object(EXPORT));
        assertThat(episodes(export)).hasSameSizeAs(given);
        for (int i = 0; i < given.size(); i++) {
            assertThat(episodes(export).get(i).without("receipt_ids").without("metadata"))
                    .isEqualTo(given.get(i).without("receipt_ids"));
        }
        assertThat(export.toString()).contains("\"_ewp_future_field\":1e-07");
    }

    @Test
    void theEpisodesOfAChainAreFoundByIt() throws Exception {
        EvidenceDesk desk = desk().file("ccio/loom.json", EXPORT);
        desk.index("ccio");
        assertThat(desk.question("trace", CHAIN).ids()).containsExactly("ccio:ep_abc123", "ccio:ep_def456");
    }

    @TestFactory
    Stream<DynamicTest> anExportThatIsNotWhatItSaysIsTold() {
        return Stream.of(
                told("an episode is missing", "\"episode_count\":2", "\"episode_count\":3", "SEQUENCE_GAP"),
                told("one episode has no id", "\"episode_id\":\"ep_abc123\",", "", "UNREADABLE_LINE"),
                told("no version", "\"_ewp_version\":\"0\",", "", "EWP_VERSION_MISSING"));
    }

    private DynamicTest told(String name, String what, String by, String code) {
        return DynamicTest.dynamicTest(name, () -> {
            EvidenceDesk desk = desk().file("ccio/loom.json", EXPORT.replace(what, by));
            assertThat(desk.index("ccio").codes()).containsExactly(code);
        });
    }

    @Test
    void twoDifferentEpisodesWithOneIdAreNotMixed() throws Exception {
        EvidenceDesk desk = desk().file("ccio/a.json", EXPORT).file("ccio/b.json", EXPORT.replace("0.90", "0.91"));
        desk.index("ccio");
        assertThat(desk.question("dag").codes()).containsExactly("DUPLICATE_ID");
        assertThat(desk.ask("export", "--episodes", desk.path("out.json"), "--index", desk.path("index"))
                        .code())
                .isEqualTo(ExitCode.NO);
        assertThat(folder.resolve("out.json")).doesNotExist();
    }
}
