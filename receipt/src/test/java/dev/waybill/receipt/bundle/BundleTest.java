package dev.waybill.receipt.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.jws.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {

    @TempDir
    Path folder;

    @Test
    void whatIsWrittenIsReadAndVerified() throws IOException {
        for (Wire wire : Wire.values()) {
            Run run = Run.of(wire, 5);
            Path file = run.writeTo(folder.resolve(wire.label() + ".zip"));
            try (BundleReader reader = BundleReader.open(file)) {
                assertThat(reader.findings()).isEmpty();
                assertThat(reader.manifest().receipts()).isEqualTo(5);
                assertThat(reader.manifest().workflows()).containsExactly(run.workflow.value());
                assertThat(reader.keys().all()).containsExactly(Run.KEY.verificationKey());
                List<String> lines = lines(reader.receipts());
                assertThat(lines.getFirst()).isEqualTo(run.summary(true, false).compact());
                assertThat(lines.subList(1, lines.size())).isEqualTo(run.presented);
            }
            AuditReport report = Run.audit(file);
            assertThat(report.findings()).extracting(Finding::code).containsExactly("KEYS_FROM_BUNDLE");
            assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        }
    }

    @Test
    void theSameInputGivesTheSameBytes() throws IOException {
        Run run = Run.of(Wire.V0_1, 7);
        byte[] one = Files.readAllBytes(run.writeTo(folder.resolve("one.zip")));
        byte[] two = Files.readAllBytes(run.writeTo(folder.resolve("two.zip")));
        assertThat(one).isEqualTo(two);
    }

    @Test
    void theManifestSaysWhatTheDocumentationSays() throws IOException {
        Path file = Run.of(Wire.V0_1, 2).writeTo(folder.resolve("bundle.zip"));
        try (ZipFile zip = new ZipFile(file.toFile())) {
            byte[] json = zip.getInputStream(zip.getEntry("manifest.json")).readAllBytes();
            var manifest = JsonReader.readObject(json, JsonLimits.DOCUMENT);
            assertThat(manifest.names()).containsExactly("format", "kind", "receipts", "workflows", "files");
            assertThat(manifest.string("format")).contains("waybill-bundle/1");
            assertThat(manifest.string("kind")).contains("full");
            assertThat(zip.stream().map(java.util.zip.ZipEntry::getName))
                    .containsExactly("receipts.ndjson", "summaries.ndjson", "keys.json", "manifest.json");
        }
    }

    @Test
    void nothingHalfWrittenStays() throws IOException {
        try (BundleWriter writer = BundleWriter.create(folder.resolve("never.zip"), BundleKind.FULL, Run.KEYS)) {
            writer.add(Run.of(Wire.V0_1, 1).receipts.getFirst());
        }
        Run.of(Wire.V0_1, 1).writeTo(folder.resolve("whole.zip"));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("whole.zip"));
        }
    }

    @Test
    void aLineFeedInsideAReceiptIsRefused() throws IOException {
        try (BundleWriter writer = BundleWriter.create(folder.resolve("never.zip"), BundleKind.FULL, Run.KEYS)) {
            assertThatThrownBy(() -> writer.add("a\nb".getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.add(new byte[0])).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aMalformedReceiptIsKeptAndFound() throws IOException {
        Path file = folder.resolve("bundle.zip");
        try (BundleWriter writer = BundleWriter.create(file, BundleKind.FULL, Run.KEYS)) {
            writer.add("not.a.receipt".getBytes(StandardCharsets.UTF_8));
            writer.finish();
        }
        AuditReport report = Run.audit(file);
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(report.findings()).extracting(Finding::code).contains("E_INVALID_FORMAT");
    }

    @Test
    void aBundleWithALeftOutReceiptIsIncomplete() throws IOException {
        Run run = Run.of(Wire.V0_1, 5);
        var summary = run.summary(true, false);
        run.presented.removeLast();
        assertThat(Run.audit(run.writeTo(folder.resolve("bundle.zip"), summary)).verdict())
                .isEqualTo(Verdict.INCOMPLETE);
    }

    @Test
    void fiftyThousandReceiptsStream() throws IOException {
        Path file = folder.resolve("large.zip");
        byte[] line = Run.of(Wire.V0_1, 1).presented.getFirst().getBytes(StandardCharsets.UTF_8);
        try (BundleWriter writer = BundleWriter.create(file, BundleKind.FULL, Run.KEYS)) {
            for (int i = 0; i < 50_000; i++) {
                writer.add(line);
            }
            assertThat(writer.finish().receipts()).isEqualTo(50_000);
        }
        try (BundleReader reader = BundleReader.open(file)) {
            ReceiptSource source = reader.receipts();
            long count = 0;
            while (source.next() != null) {
                count++;
            }
            assertThat(count).isEqualTo(50_000);
            assertThat(source.problems()).isEmpty();
            assertThat(reader.estimatedReceipts()).isEqualTo(50_000);
        }
    }

    static List<String> lines(ReceiptSource source) throws IOException {
        List<String> lines = new ArrayList<>();
        for (byte[] line = source.next(); line != null; line = source.next()) {
            lines.add(new String(line, StandardCharsets.UTF_8));
        }
        return lines;
    }
}
