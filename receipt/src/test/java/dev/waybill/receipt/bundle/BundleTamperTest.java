package dev.waybill.receipt.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.jws.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTamperTest {

    @TempDir
    Path folder;

    private Path file;
    private byte[] bundle;

    @BeforeEach
    void write() throws IOException {
        file = Run.of(Wire.V0_1, 2).writeTo(folder.resolve("bundle.zip"));
        bundle = Files.readAllBytes(file);
    }

    @Test
    void everyFlippedBitIsNoticed() throws IOException {
        for (int i = 0; i < bundle.length; i++) {
            // Each byte with one of its bits, each bit somewhere: a day of bits would say no more.
            byte[] changed = bundle.clone();
            changed[i] ^= (byte) (1 << (i % 8));
            assertThat(verified(changed)).as("bit %d of byte %d", i % 8, i).isFalse();
        }
    }

    @Test
    void everyBitOfTheStructureIsNoticed() throws IOException {
        int directory = bundle.length - ZipLayout.END_LENGTH - 4 * ZipLayout.CENTRAL_LENGTH - 60;
        for (int i = directory; i < bundle.length; i++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] changed = bundle.clone();
                changed[i] ^= (byte) (1 << bit);
                assertThat(verified(changed)).as("bit %d of byte %d", bit, i).isFalse();
            }
        }
    }

    @Test
    void everyTruncationIsNoticed() throws IOException {
        for (int length = 0; length < bundle.length; length++) {
            assertThat(verified(Arrays.copyOf(bundle, length)))
                    .as("cut to %d", length)
                    .isFalse();
        }
    }

    @Test
    void bytesBeforeAndAfterAreNoticed() throws IOException {
        byte[] after = Arrays.copyOf(bundle, bundle.length + 1);
        byte[] before = new byte[bundle.length + 1];
        System.arraycopy(bundle, 0, before, 1, bundle.length);
        assertThat(verified(after)).isFalse();
        assertThat(verified(before)).isFalse();
    }

    @Test
    void reorderedFilesAreNoticed() throws IOException {
        assertThat(codes(zip(files()))).doesNotContain("BUNDLE_LAYOUT");
        for (String first : List.of("keys.json", "manifest.json")) {
            Map<String, byte[]> reordered = new LinkedHashMap<>();
            reordered.put(first, files().get(first));
            files().forEach(reordered::putIfAbsent);
            // Same names, sizes and digests, our own layout: only the order differs.
            assertThat(codes(zip(reordered))).as(first).contains("BUNDLE_LAYOUT");
        }
        assertThat(codes(repack(files()))).contains("BUNDLE_LAYOUT");
    }

    @Test
    void aChangedFileIsNoticedEvenWithARightCheckSum() throws IOException {
        Map<String, byte[]> files = files();
        files.computeIfPresent("receipts.ndjson", (_, receipts) -> {
            receipts[100] ^= 1;
            return receipts;
        });
        assertThat(codes(zip(files))).contains("BUNDLE_DIGEST_MISMATCH");
    }

    @Test
    void aCutFileIsNoticedByItsSizeAndCount() throws IOException {
        Map<String, byte[]> files = files();
        String first = new String(files.get("receipts.ndjson"), StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElseThrow();
        files.put("receipts.ndjson", (first + "\n").getBytes(StandardCharsets.UTF_8));
        assertThat(codes(zip(files))).contains("BUNDLE_SIZE_MISMATCH", "BUNDLE_COUNT_MISMATCH");
    }

    @Test
    void missingAndExtraFilesAreNoticed() throws IOException {
        Map<String, byte[]> files = files();
        files.remove("summaries.ndjson");
        files.put("notes.txt", new byte[] {1});
        assertThat(codes(zip(files))).contains("BUNDLE_FILE_MISSING", "BUNDLE_FILE_EXTRA");
    }

    @Test
    void anUnknownVersionIsNamed() throws IOException {
        Map<String, byte[]> files = files();
        String manifest = new String(files.get("manifest.json"), StandardCharsets.UTF_8);
        files.put("manifest.json", manifest.replace("bundle/1", "bundle/2").getBytes(StandardCharsets.UTF_8));
        assertThat(codes(zip(files))).contains("BUNDLE_FORMAT_UNKNOWN");
    }

    @Test
    void aManifestThatPromisesTooMuchIsNoticed() throws IOException {
        Map<String, byte[]> files = files();
        var listed = files.entrySet().stream()
                .filter(entry -> !entry.getKey().equals("manifest.json"))
                .map(entry -> new BundleFile(entry.getKey(), Digest.of(entry.getValue()), entry.getValue().length))
                .toList();
        var manifest = new BundleManifest(BundleKind.FULL, 3, List.of(), listed);
        files.put("manifest.json", JsonWriter.compactBytes(manifest.toJson()));
        assertThat(codes(zip(files))).containsOnly("BUNDLE_COUNT_MISMATCH");
    }

    @Test
    void aCompressedBombIsNotInflated() throws IOException {
        Path bomb = folder.resolve("bomb.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(bomb))) {
            out.putNextEntry(new ZipEntry("receipts.ndjson"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 256; i++) {
                out.write(zeros);
            }
        }
        assertThat(Run.audit(bomb).findings()).extracting(Finding::code).contains("ZIP_UNSUPPORTED");
    }

    @Test
    void namesThatLeadOutsideAreRefused() throws IOException {
        for (String name : List.of("../keys.json", "/keys.json", "a/../../b", "C:/x", "a\\b", "a//b", "./a")) {
            Map<String, byte[]> files = files();
            files.put(name, new byte[0]);
            assertThat(codes(zip(files))).as(name).contains("ZIP_UNSAFE_PATH");
        }
    }

    @Test
    void foldersLinksAndEncryptionAreRefused() throws IOException {
        assertThat(codes(patched(files(), 38, 0xA1FF0000L))).contains("ZIP_NOT_A_FILE");
        Map<String, byte[]> files = files();
        files.put("folder/", new byte[0]);
        assertThat(codes(zip(files))).contains("ZIP_NOT_A_FILE");
    }

    @Test
    void twoFilesOfOneNameAreRefused() throws IOException {
        byte[] twice = zip(files(), Map.of("keys.json", new byte[] {1}));
        assertThat(codes(twice)).contains("ZIP_DUPLICATE_NAME");
    }

    @Test
    void filesThatShareBytesAreRefused() throws IOException {
        // The first file claims the bytes of all that follow.
        byte[] zip = zip(files());
        int first = indexOf(zip, ZipLayout.CENTRAL);
        for (int field : new int[] {20, 24}) {
            zip[first + field + 1] = (byte) 0x7F;
        }
        assertThat(codes(zip)).containsAnyOf("ZIP_OVERLAP");
    }

    @Test
    void aLineOfAHundredMegabytesCostsLittle() throws IOException {
        Path large = folder.resolve("large.zip");
        try (FileChannel channel = FileChannel.open(large, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ZipWriter zip = new ZipWriter(channel);
            byte[] megabyte = new byte[1 << 20];
            Arrays.fill(megabyte, (byte) 'a');
            zip.begin("receipts.ndjson");
            for (int i = 0; i < 100; i++) {
                zip.write(megabyte, 0, megabyte.length);
            }
            zip.end();
            zip.finish();
        }
        try (BundleReader reader = BundleReader.open(large)) {
            assertThat(BundleTest.lines(reader.receipts()))
                    .singleElement()
                    .satisfies(line -> assertThat(line).hasSize(262_145));
        }
    }

    @Test
    void anEndRecordThatPromisesMillionsOfFilesIsRefused() throws IOException {
        byte[] changed = bundle.clone();
        int end = bundle.length - ZipLayout.END_LENGTH;
        changed[end + 8] = changed[end + 10] = (byte) 0xFE;
        changed[end + 9] = changed[end + 11] = (byte) 0xFE;
        assertThat(codes(changed)).contains("ZIP_TOO_LARGE");
    }

    @Test
    void aCutBundleIsBroken() throws IOException {
        Files.write(file, Arrays.copyOf(bundle, bundle.length / 2));
        assertThat(Run.audit(file).verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(Run.audit(file).findings()).extracting(Finding::code).containsExactly("ZIP_TRUNCATED");
    }

    @Test
    void theManifestListsTheWorkflowsThatAreThere() throws IOException {
        for (List<String> workflows : List.of(
                List.<String>of(), List.of("wf_" + "0".repeat(26)), List.of("wf_RUN" + "0".repeat(23), "wf_OTHER"))) {
            Map<String, byte[]> files = files();
            BundleManifest made;
            try (BundleReader reader = BundleReader.open(file)) {
                made = reader.manifest();
            }
            var manifest = new BundleManifest(made.kind(), made.receipts(), workflows, made.files());
            files.put("manifest.json", (JsonWriter.pretty(manifest.toJson()) + "\n").getBytes(StandardCharsets.UTF_8));
            Path other = Files.write(folder.resolve("other.zip"), zip(files));
            assertThat(Run.audit(other).verdict()).as(workflows.toString()).isEqualTo(Verdict.BROKEN);
            assertThat(Run.audit(other).findings()).extracting(Finding::code).contains("MANIFEST_MISMATCH");
        }
    }

    @Test
    void eventsThatCameAlongAreCalledUnproven() throws IOException {
        Path told = folder.resolve("told.zip");
        try (BundleWriter writer = BundleWriter.create(told, BundleKind.FULL, Run.KEYS)) {
            writer.event(JsonObject.builder().put("type", "run.started").build());
            writer.add(Run.of(Wire.V0_1, 1).receipts.getFirst());
            writer.finish();
        }
        assertThat(Run.audit(told).findings()).extracting(Finding::code).contains("EVENTS_UNPROVEN");
        assertThat(Run.audit(told).verdict()).isEqualTo(Verdict.VERIFIED);
        Path unpacked = Files.createDirectory(folder.resolve("unpacked"));
        Files.writeString(unpacked.resolve("events.ndjson"), "{}\n");
        Files.writeString(
                unpacked.resolve("receipts.ndjson"),
                Run.of(Wire.V0_1, 1).presented.getFirst());
        assertThat(Run.audit(unpacked).findings()).extracting(Finding::code).contains("EVENTS_UNPROVEN");
    }

    /// Signatures are checked only where the container seems whole: that is what takes time.
    private boolean verified(byte[] changed) throws IOException {
        try {
            return codes(changed).isEmpty() && Run.audit(file).verdict() == Verdict.VERIFIED;
        } catch (UnreadableEvidence _) {
            return false;
        }
    }

    private List<String> codes(byte[] changed) throws IOException {
        // A new file each time: file systems flush one that is overwritten, thousands of times over.
        Files.delete(file);
        Files.write(file, changed);
        try (Evidence evidence = Evidence.open(file, EvidenceOptions.at(Run.NOW))) {
            var source = evidence.receipts();
            BundleTest.lines(source);
            return source.problems().stream().map(Finding::code).toList();
        }
    }

    private Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new java.io.ByteArrayInputStream(bundle))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), in.readAllBytes());
            }
        }
        return files;
    }

    @SafeVarargs
    private byte[] zip(Map<String, byte[]>... contents) throws IOException {
        Path target = folder.resolve("made.zip");
        try (FileChannel channel = FileChannel.open(
                target, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ZipWriter zip = new ZipWriter(channel);
            for (Map<String, byte[]> content : contents) {
                for (var entry : content.entrySet()) {
                    zip.file(entry.getKey(), entry.getValue());
                }
            }
            zip.finish();
        }
        return Files.readAllBytes(target);
    }

    /// As another tool would pack the same files.
    private static byte[] repack(Map<String, byte[]> files) throws IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.setMethod(ZipOutputStream.STORED);
            for (var file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                var crc = new java.util.zip.CRC32();
                crc.update(file.getValue());
                entry.setCrc(crc.getValue());
                entry.setSize(file.getValue().length);
                out.putNextEntry(entry);
                ((OutputStream) out).write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private byte[] patched(Map<String, byte[]> files, int field, long value) throws IOException {
        byte[] zip = zip(files);
        int first = indexOf(zip, ZipLayout.CENTRAL);
        for (int i = 0; i < 4; i++) {
            zip[first + field + i] = (byte) (value >>> (8 * i));
        }
        return zip;
    }

    private static int indexOf(byte[] zip, int signature) {
        var in = ZipLayout.buffer(zip);
        for (int i = 0; i < zip.length - 4; i++) {
            if (in.getInt(i) == signature) {
                return i;
            }
        }
        throw new AssertionError("no such record");
    }
}
