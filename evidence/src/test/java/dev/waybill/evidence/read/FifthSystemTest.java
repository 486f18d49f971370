package dev.waybill.evidence.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.Basis;
import dev.waybill.evidence.Field;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What docs/evidence.md says about teaching Waybill a further system.
class FifthSystemTest {

    @TempDir
    Path folder;

    @Test
    void theReaderOfThePageReads() throws IOException {
        Path log = Files.writeString(folder.resolve("tally.jsonl"), """
                {"tally_id":"t_1","at":"2026-02-25T12:00:00Z","job":"task_8c69bd04b163","_ewp_version":"0"}
                {"tally_id":"t_2","at":"2026-02-25T12:00:01Z","because_of":"t_1"}
                {"at":"2026-02-25T12:00:02Z"}
                """);
        Gathered read = Gathered.by(new TallyReader(), log);
        assertThat(read.ids()).containsExactly("waybill:t_1", "waybill:t_2");
        assertThat(read.troubles()).containsExactly("UNREADABLE_LINE@3");
        assertThat(read.records.getFirst().content().identity().stated(Field.TASK))
                .hasValueSatisfying(task -> assertThat(task.basis()).isEqualTo(Basis.NATIVE));
        assertThat(read.records.getLast().content().parents()).hasToString("[waybill:t_1]");
    }

    @Test
    void thePageShowsThatReader() throws IOException {
        Path root = Interop.projectRoot();
        String page = Files.readString(root.resolve("docs/evidence.md"));
        String source =
                Files.readString(root.resolve("evidence/src/test/java/dev/waybill/evidence/read/TallyReader.java"));
        List<String> shown = page.substring(page.indexOf("```java\n") + 8)
                .lines()
                .takeWhile(line -> !line.startsWith("```"))
                .filter(line -> !line.isBlank())
                .toList();
        assertThat(shown).hasSizeGreaterThan(15);
        assertThat(source.lines()).containsSubsequence(shown);
    }
}
