package dev.waybill.app.command.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Where `--to` of emit, apply and rollback appends, and where it never does.
class ReceiptTargetTest {

    private static final String RECORD = "{\"type\":\"NOTE\",\"receipt_id\":\"r_1\"}\n";

    @TempDir
    private Path folder;

    private Asked emitTo(Path target) throws IOException {
        Path record = Files.writeString(folder.resolve("record.json"), RECORD);
        return Asked.waybill(
                new LinkedHashMap<>(), new byte[0], "evidence", "emit", record.toString(), "--to", target.toString());
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        return Files.writeString(file, text);
    }

    @TestFactory
    Stream<DynamicTest> theStoreOfAnotherAndAFileThatIsNoLinesOfJsonStayAsTheyAre() throws IOException {
        return Stream.of(
                        file("mesh/board.db", "SQLite format 3\0"),
                        file("mesh/keys/x.pub", "key"),
                        file("mesh/current_episode", "ep_1"),
                        file("mesh/witnesses/abc.json", "{\"a\":1}\n"),
                        folder.resolve("mesh/new.jsonl"),
                        file("assay/2026-11-19/.store_seq", "7"),
                        folder.resolve("assay/2026-11-19/trace_waybill.jsonl"),
                        file("notes.txt", "not JSON\n"),
                        file("pretty.json", "{\n  \"a\": 1\n}\n"))
                .map(target -> DynamicTest.dynamicTest(folder.relativize(target).toString(), () -> refused(target)));
    }

    private void refused(Path target) throws IOException {
        String before = Files.exists(target) ? Files.readString(target) : "";
        Asked asked = emitTo(target);
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.err()).contains("Give --to a file of its own");
        assertThat(Files.exists(target) ? Files.readString(target) : "").isEqualTo(before);
    }

    @Test
    void linesOfJsonAndNewFilesAreAppendedTo() throws IOException {
        for (Path target : List.of(file("own/lines.jsonl", "{\"a\":1}\n\n{\"b\":2}\n"), folder.resolve("new.jsonl"))) {
            assertThat(emitTo(target).code()).isEqualTo(ExitCode.YES);
            assertThat(Files.readString(target)).contains("\"r_1\"");
        }
    }
}
