package dev.waybill.receipt.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZipLayoutTest {

    @TempDir
    Path folder;

    @Test
    void filesBeyondFourGigabytesUseZip64() throws IOException {
        long size = 5L << 30;
        ArchiveEntry large = ArchiveEntry.stored("receipts.ndjson", 7, size, 0);
        ArchiveEntry after = ArchiveEntry.stored("keys.json", 9, 3, ZipLayout.contentOffset(large) + size);
        long directory = ZipLayout.contentOffset(after) + 3;
        // A sparse file: only the directory is really written.
        try (FileChannel channel = FileChannel.open(
                folder.resolve("sparse.zip"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.SPARSE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(ZipLayout.tail(List.of(large, after), directory)), directory);
            CentralDirectory read = CentralDirectory.read(channel);
            assertThat(read.entries()).containsExactly(large, after);
            assertThat(read.offset()).isEqualTo(directory);
        }
    }

    @Test
    void linesAreReadWhateverTheirEnds() throws IOException {
        assertThat(lines("a\nb\n")).containsExactly("a", "b");
        assertThat(lines("a\n\nb")).containsExactly("a", "", "b");
        assertThat(lines("")).isEmpty();
        String long1 = "x".repeat(70_000);
        assertThat(lines(long1 + "\n" + long1)).containsExactly(long1, long1);
        assertThat(lines("y".repeat(LineReader.LONGEST_LINE)))
                .satisfiesExactly(line -> assertThat(line).hasSize(LineReader.LONGEST_LINE));
        assertThat(lines("z".repeat(LineReader.LONGEST_LINE + 1) + "\nend"))
                .satisfiesExactly(
                        line -> assertThat(line).hasSize(262_145),
                        line -> assertThat(line).isEqualTo("end"));
    }

    @Test
    void namesAreOrderedAsLocaleCompareOrdersThem() {
        List<String> sorted =
                List.of("_", "-1", "a", "A", "a b", "a_1", "a-1", "a.b", "a1", "aa", "ab", "aB", "Ab", "B-1", "b1");
        assertThat(sorted.reversed().stream().sorted(LocaleOrder.INSTANCE)).isEqualTo(sorted);
    }

    @Test
    void timesAreWrittenAsEcmaScriptWritesThem() {
        assertThat(IsoTime.ofSeconds(0)).contains("1970-01-01T00:00:00.000Z");
        assertThat(IsoTime.ofSeconds(1.5)).contains("1970-01-01T00:00:01.500Z");
        assertThat(IsoTime.ofSeconds(253402300800.0)).contains("+010000-01-01T00:00:00.000Z");
        assertThat(IsoTime.ofSeconds(-62167219201.0)).contains("-000001-12-31T23:59:59.000Z");
        assertThat(IsoTime.ofSeconds(1e300)).isEmpty();
    }

    private static List<String> lines(String text) throws IOException {
        try (LineReader reader = new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            return BundleTest.lines(reader::next);
        }
    }
}
