package dev.waybill.evidence.read.assay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.read.Damage;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.write.EvidenceZipWriter;
import dev.waybill.evidence.write.Packs;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceZipTest {

    private static final String LINE = "{\"receipt_id\":\"r_1\",\"type\":\"model_call\"}";
    private static final String LEAF = "0d1f5f5a";

    @TempDir
    Path folder;

    @Test
    void aTraceThatDoesNotGiveItsRootIsTampered() throws IOException {
        Path zip = zip("trace.jsonl", LINE, "merkle_root.json", root(1, LEAF));

        assertThat(EvidenceZip.verify(zip).first().orElseThrow().code()).isEqualTo(PackCode.E_MERKLE_MISMATCH);
        Gathered read = Gathered.by(new EvidenceZipReader(), zip);
        assertThat(read.codes()).containsExactly(FindingCode.TAMPERED);
        assertThat(read.records).hasSize(1).allMatch(found -> found.integrity().isBroken());
    }

    /// Three leaves and the same three with the last one twice have one root: nodes are not told from leaves.
    @Test
    void aLastLineRepeatedIsSeenByTheCount() throws IOException {
        Path honest = ours();
        assertThat(EvidenceZip.verify(honest).errors()).isEmpty();
        String root = EvidenceZip.verify(honest).head();
        List<String> lines = Files.readString(Packs.pack(folder.resolve("pack")).resolve("receipt_pack.jsonl"))
                .lines()
                .toList();
        Path longer = zip(
                "trace.jsonl",
                String.join("\n", lines) + "\n" + lines.getLast(),
                "merkle_root.json",
                root(3, String.valueOf(root)));

        assertThat(EvidenceZip.verify(longer).head()).isEqualTo(root);
        assertThat(EvidenceZip.verify(longer).first().orElseThrow().field()).isEqualTo("leaf_count");
    }

    @Test
    void anArchiveThatLeadsOutOfItselfIsNotRead() throws IOException {
        Path zip = zip("trace.jsonl", LINE, "merkle_root.json", root(1, LEAF), "../evil", "x");

        assertThat(EvidenceZip.verify(zip).first().orElseThrow().code()).isEqualTo(PackCode.E_PATH_ESCAPE);
        assertThat(Gathered.by(new EvidenceZipReader(), zip).records).isEmpty();
    }

    @Test
    void anArchiveThatWouldGrowOutOfProportionIsNotRead() throws IOException {
        Path zip = zip("trace.jsonl", "0".repeat(50 << 20), "merkle_root.json", root(1, LEAF));

        assertThat(Files.size(zip)).isLessThan(1 << 20);
        assertThat(EvidenceZip.verify(zip).first().orElseThrow().code()).isEqualTo(PackCode.E_ARCHIVE_REFUSED);
        assertThat(Gathered.by(new EvidenceZipReader(), zip).records).isEmpty();
    }

    @Test
    void otherArchivesAreLeftToOthers() throws IOException {
        Path zip = zip("receipts.ndjson", "x", "manifest.json", "{}");

        assertThat(new EvidenceZipReader().recognises(SourceFile.of(folder, zip)))
                .isFalse();
    }

    @Test
    void noDamageDoesMoreThanAFinding() throws IOException {
        byte[] whole = Files.readAllBytes(ours());
        List<JsonObject> sound = Gathered.by(new EvidenceZipReader(), ours()).records.stream()
                .map(Gathered::json)
                .toList();
        Path file = folder.resolve("fuzz.zip");
        Seeds.check(400, random -> {
            try {
                Files.write(file, Damage.of(whole, random));
                SourceFile source = SourceFile.of(folder, file);
                if (new EvidenceZipReader().recognises(source)) {
                    Gathered read = new Gathered();
                    new EvidenceZipReader().read(source, read);
                    assertThat(read.records.size()).isLessThanOrEqualTo(8);
                    assertThat(sound)
                            .containsAll(read.records.stream()
                                    .filter(record -> !record.integrity().isBroken())
                                    .map(Gathered::json)
                                    .toList());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private Path ours() throws IOException {
        Path zip = folder.resolve("ours.zip");
        EvidenceZipWriter.write(
                zip,
                List.of(Packs.receipt("r_1", 1), Packs.receipt("r_2", 2), Packs.policyApply()),
                EvidenceEnvelope.NONE,
                Packs.options());
        return zip;
    }

    private static String root(int count, String root) {
        return "{\"root\":\"%s\",\"leaf_count\":%d}".formatted(root, count);
    }

    private Path zip(String... namesAndContents) throws IOException {
        Path file = Files.createTempFile(folder, "evidence", ".zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 0; i < namesAndContents.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndContents[i]));
                zip.write(namesAndContents[i + 1].getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return file;
    }
}
