package dev.waybill.evidence.read.assay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssayStoreReaderTest {

    @TempDir
    Path store;

    @BeforeEach
    void day() throws IOException {
        Files.createDirectories(store.resolve("2026-03-01"));
    }

    @Test
    void numbersThatRiseAreFineWithGaps() {
        assertThat(read(line("r_1", "0"), line("r_2", "4")).findings).isEmpty();
        assertThat(read(line("r_1", null), line("r_2", null)).findings).isEmpty();
    }

    @Test
    void numbersThatRepeatFallOrAreNoneAreFindingsAtTheirLine() {
        for (String second : new String[] {"5", "4", "-1", "1.5", "\"6\""}) {
            Gathered read = read(line("r_1", "5"), line("r_2", second));
            assertThat(read.codes()).as(second).containsExactly(FindingCode.SEQUENCE_DISORDER);
            assertThat(read.findings.getFirst().place())
                    .hasToString("root/2026-03-01/t.jsonl:2".replace("root", name()));
            assertThat(read.records).hasSize(2);
        }
        assertThat(read(line("r_1", null), line("r_2", "0")).codes()).containsExactly(FindingCode.SEQUENCE_DISORDER);
    }

    @Test
    void aTornLastLineIsAFindingAndCostsNoOther() {
        assertThat(read(line("r_1", "0"), "{\"receipt_id\": \"r_").codes())
                .containsExactly(FindingCode.UNREADABLE_LINE);
    }

    @Test
    void rawBytesAreFoundAtTheirOffset() throws IOException {
        Gathered read = read(line("r_1", "0"), line("r_2", "1"));
        byte[] file = Files.readAllBytes(trace("t"));

        read.records.forEach(
                found -> assertThat(new String(file, (int) found.offset(), found.raw().length, StandardCharsets.UTF_8))
                        .isEqualTo(new String(found.raw(), StandardCharsets.UTF_8)));
    }

    @Test
    void theCounterTellsWhatNoSingleFileCan() throws IOException {
        write("a", line("r_1", "0"), line("r_2", "2"));
        write("b", line("r_3", "1"));
        assertThat(counter("3").findings).isEmpty();
        assertThat(counter("4").codes()).containsExactly(FindingCode.SEQUENCE_GAP);
        assertThat(counter("2").codes()).containsExactly(FindingCode.SEQUENCE_DISORDER);
        assertThat(counter("many").codes()).containsExactly(FindingCode.UNREADABLE_FILE);

        write("c", line("r_4", "1"));
        assertThat(counter("3").findings.getFirst().message())
                .contains("number 1")
                .contains("c.jsonl");
    }

    @Test
    void otherFilesAreLeftToOthers() throws IOException {
        Files.writeString(trace("x"), "{\"event_id\":\"evt_000001\"}\n");

        assertThat(new AssayStoreReader().recognises(SourceFile.of(store, trace("x"))))
                .isFalse();
        assertThat(new AssayStoreReader().recognises(SourceFile.of(store, store)))
                .isFalse();
    }

    @Test
    void noLineDoesMoreThanAFinding() {
        Seeds.check(300, random -> {
            byte[] content = (line("r_1", "0") + "\n" + line("r_2", "1") + "\n").getBytes(StandardCharsets.UTF_8);
            int keep = line("r_1", "0").length();
            for (int i = random.nextInt(6); i >= 0; i--) {
                content[keep + random.nextInt(content.length - keep)] = (byte) random.nextInt(256);
            }
            try {
                Files.write(trace("t"), content);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Gathered read = Gathered.by(new AssayStoreReader(), store, trace("t"));
            assertThat(read.records.size()).isBetween(0, 2);
        });
    }

    private String name() {
        return String.valueOf(store.getFileName());
    }

    private Path trace(String name) {
        return store.resolve("2026-03-01").resolve(name + ".jsonl");
    }

    private Gathered read(String... lines) {
        write("t", lines);
        return Gathered.by(new AssayStoreReader(), store, trace("t"));
    }

    private void write(String name, String... lines) {
        try {
            Files.writeString(trace(name), String.join("\n", lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Gathered counter(String content) throws IOException {
        Files.writeString(store.resolve(".store_seq"), content);
        return Gathered.by(new AssayCounterReader(), store, store.resolve(".store_seq"));
    }

    private static String line(String id, @Nullable String number) {
        return "{\"receipt_id\": \"" + id
                + "\", \"type\": \"model_call\", \"timestamp\": \"2026-03-01T10:00:00+00:00\", "
                + "\"_trace_id\": \"t\"" + (number == null ? "" : ", \"_store_seq\": " + number) + "}";
    }
}
