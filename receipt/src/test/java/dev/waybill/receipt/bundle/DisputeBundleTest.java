package dev.waybill.receipt.bundle;

import static dev.waybill.receipt.bundle.DisputeFiles.DRAFT;
import static dev.waybill.receipt.bundle.DisputeFiles.OTHER;
import static dev.waybill.receipt.bundle.DisputeFiles.files;
import static dev.waybill.receipt.bundle.DisputeFiles.json;
import static dev.waybill.receipt.bundle.DisputeFiles.lines;
import static dev.waybill.receipt.bundle.DisputeFiles.relist;
import static dev.waybill.receipt.bundle.DisputeFiles.replaceManifest;
import static dev.waybill.receipt.bundle.DisputeFiles.signedByOther;
import static dev.waybill.receipt.bundle.DisputeFiles.write;
import static dev.waybill.receipt.bundle.DisputeFiles.zip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisputeBundleTest {

    @TempDir
    Path folder;

    private final Run run = Run.of(Wire.V0_2, 4);

    @Test
    void whatIsWrittenIsValidUnderPeacsRulesAndOurs() throws IOException {
        Path file = write(folder, DRAFT.signedBy(Run.KEY).withPolicy("version: 1\n", "peac"), run, Run.KEYS);
        DisputeReport report = DisputeReport.of(DisputeBundle.read(file), Run.NOW);
        assertThat(report.recommendation()).isEqualTo("valid");
        assertThat(report.signature().toJson().toString())
                .isEqualTo("{\"present\":true,\"valid\":true,\"key_id\":\"key-2026\"}");
        assertThat(Run.audit(file).verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(Run.audit(file).counts().valid()).isEqualTo(5);
    }

    @Test
    void theSameInputGivesTheSameBytesInWhateverOrder() throws IOException {
        byte[] one = Files.readAllBytes(write(folder, DRAFT, run, Run.KEYS));
        Collections.reverse(run.presented);
        assertThat(Files.readAllBytes(write(folder, DRAFT, run, Run.KEYS))).isEqualTo(one);
    }

    @Test
    void theManifestSatisfiesPeacsReader() throws IOException {
        Map<String, byte[]> files = files(write(folder, DRAFT.signedBy(Run.KEY).withPolicy("p", "t"), run, Run.KEYS));
        JsonObject manifest = json(files, "manifest.json");
        assertThat(manifest.names())
                .contains("version", "kind", "bundle_id", "refs", "created_by", "created_at", "time_range")
                .contains("receipts", "keys", "files", "policy_hash", "peac_txt_hash", "content_hash");
        assertThat(manifest.string("created_at")).contains("2026-11-14T23:46:40.000Z");
        String content = Jcs.canonical(manifest.without("content_hash"));
        assertThat(manifest.string("content_hash"))
                .contains(Digest.of(content.getBytes(StandardCharsets.UTF_8)).toString());
        assertThat(files.keySet())
                .containsExactlyInAnyOrder(
                        "manifest.json",
                        "receipts.ndjson",
                        "keys/keys.json",
                        "policy/policy.yaml",
                        "policy/peac.txt",
                        "bundle.sig");
    }

    @Test
    void aWire01SetIsRefusedWithTheReason() throws IOException {
        Run old = Run.of(Wire.V0_1, 1);
        assertThatThrownBy(() -> write(folder, DRAFT, old, Run.KEYS))
                .isInstanceOf(DisputeRefused.class)
                .hasMessageContaining("rid")
                .hasMessageContaining("Wire 0.1");
        assertThat(folder.resolve("dispute.zip")).doesNotExist();
    }

    @Test
    void twoKeysOfOneNameAreRefused() {
        SigningKey twin = SigningKey.ofSeed(Run.KEY.kid(), new byte[32]);
        KeySet keys = Run.KEYS.and("https://other.example.com", List.of(twin.verificationKey()));
        assertThatThrownBy(() -> write(folder, DRAFT, run, keys)).isInstanceOf(DisputeRefused.class);
    }

    @Test
    void aMissingKeyIsReportedForEachReceipt() throws IOException {
        Path file = write(folder, DRAFT, run, KeySet.anyIssuer(OTHER.verificationKey()));
        DisputeReport report = DisputeReport.of(DisputeBundle.read(file), Run.NOW);
        assertThat(report.recommendation()).isEqualTo("invalid");
        assertThat(report.verdicts())
                .allSatisfy(verdict -> assertThat(verdict.errors()).containsExactly("E_BUNDLE_KEY_MISSING"));
    }

    @Test
    void aSignatureForAnotherBundleIsReported() throws IOException {
        Map<String, byte[]> signed = files(write(folder, DRAFT.signedBy(Run.KEY), Run.of(Wire.V0_2, 2), Run.KEYS));
        Map<String, byte[]> files = files(write(folder, DRAFT, run, Run.KEYS));
        files.put("bundle.sig", signed.getOrDefault("bundle.sig", new byte[0]));
        Path file = zip(folder, files);
        DisputeReport report = DisputeReport.of(DisputeBundle.read(file), Run.NOW);
        assertThat(report.signature().error()).contains("E_BUNDLE_SIGNATURE_CONTENT_MISMATCH");
        assertThat(Run.audit(file).verdict()).isEqualTo(Verdict.BROKEN);
        files.put("bundle.sig", "nonsense".getBytes(StandardCharsets.UTF_8));
        assertThat(DisputeReport.of(DisputeBundle.read(zip(folder, files)), Run.NOW)
                        .signature()
                        .error())
                .contains("E_BUNDLE_SIGNATURE_INVALID_FORMAT");
    }

    @Test
    void timesAreJudgedAtTheVerifiersClock() throws IOException {
        DisputeBundle bundle = DisputeBundle.read(write(folder, DRAFT, run, Run.KEYS));
        DisputeReport early = DisputeReport.of(bundle, Run.NOW - 10_000);
        assertThat(early.verdicts())
                .allSatisfy(verdict -> assertThat(verdict.errors()).containsExactly("E_RECEIPT_NOT_YET_VALID"));
        assertThat(early.toJson().toString()).doesNotContain("\"claims\":");
    }

    @Test
    void faultsOfTheContainerHavePeacsCodes() throws IOException {
        assertCode(files -> files.remove("manifest.json"), DisputeCode.E_BUNDLE_MANIFEST_MISSING);
        assertCode(files -> files.put("manifest.json", new byte[] {'{'}), DisputeCode.E_BUNDLE_MANIFEST_INVALID);
        assertCode(files -> files.remove("receipts.ndjson"), DisputeCode.E_BUNDLE_INVALID_FORMAT);
        assertCode(files -> files.put("keys/keys.json", new byte[0]), DisputeCode.E_BUNDLE_HASH_MISMATCH);
        assertCode(files -> files.put("readme.txt", new byte[0]), DisputeCode.E_BUNDLE_PATH_TRAVERSAL);
        assertCode(files -> files.put("keys/../../x", new byte[0]), DisputeCode.E_BUNDLE_PATH_TRAVERSAL);
        assertCode(files -> replaceManifest(files, "created_by", "somebody else"), DisputeCode.E_BUNDLE_HASH_MISMATCH);
        assertCode(files -> relist(files, lines(files).reversed()), DisputeCode.E_BUNDLE_RECEIPTS_UNORDERED);
        assertCode(files -> relist(files, List.of("a.b")), DisputeCode.E_BUNDLE_RECEIPT_INVALID);
        assertCode(
                files -> relist(
                        files, List.of(lines(files).getFirst(), lines(files).getFirst())),
                DisputeCode.E_BUNDLE_DUPLICATE_RECEIPT);
    }

    @Test
    void aListedReceiptThatIsAbsentIsReported() throws IOException {
        Map<String, byte[]> files = files(write(folder, DRAFT, run, Run.KEYS));
        relist(files, lines(files).subList(0, 2));
        DisputeReport report = DisputeReport.of(DisputeBundle.read(zip(folder, files)), Run.NOW);
        assertThat(report.recommendation()).isEqualTo("needs_review");
        assertThat(report.toJson().toString()).contains("E_BUNDLE_RECEIPT_NOT_FOUND");
        assertThat(Run.audit(zip(folder, files)).verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void aBombIsRefusedBeforeItIsInflated() throws IOException {
        Path bomb = folder.resolve("bomb.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(bomb))) {
            out.putNextEntry(new ZipEntry("receipts.ndjson"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 63; i++) {
                out.write(zeros);
            }
        }
        assertThatThrownBy(() -> DisputeBundle.read(bomb))
                .isInstanceOfSatisfying(
                        DisputeRefused.class, e -> assertThat(e.code()).isEqualTo(DisputeCode.E_BUNDLE_SIZE_EXCEEDED));
    }

    @Test
    void moreThanSixtyFourMegabytesOfReceiptsAreNotWritten() {
        Path file = folder.resolve("large.zip");
        assertThatThrownBy(() -> DisputeBundleWriter.write(file, DRAFT, large(64 << 20), Run.KEYS))
                .isInstanceOfSatisfying(
                        DisputeRefused.class, e -> assertThat(e.code()).isEqualTo(DisputeCode.E_BUNDLE_SIZE_EXCEEDED))
                .hasMessageContaining("at most 64 MB of receipts");
        assertThat(file).doesNotExist();
    }

    @Test
    void whatFitsIntoSixtyFourMegabytesIsWrittenAndReadBack() throws IOException {
        Path file = folder.resolve("large.zip");
        DisputeBundleWriter.write(file, DRAFT, large((64 << 20) - 100_000), Run.KEYS);
        assertThat(DisputeBundle.read(file).receipts()).hasSizeGreaterThan(700);
    }

    /// Receipts of more than so many bytes together, and not much more.
    private static ReceiptSource large(int bytes) {
        List<String> lines = new ArrayList<>();
        for (int written = 0; written <= bytes; written += lines.getLast().length() + 1) {
            lines.add(Run.of(Wire.V0_2, 1)
                    .issuer
                    .issue(ReceiptDraft.builder("01a1dc65-7900-7890-abcd-%012x".formatted(lines.size()), Run.NOW - 1000)
                            .extension(
                                    "com.example/blob",
                                    JsonObject.builder()
                                            .put("x", "x".repeat(60_000))
                                            .build())
                            .build())
                    .compact());
        }
        return ReceiptSource.of(lines);
    }

    @Test
    void everyFlippedBitOfTheContentIsNoticed() throws IOException {
        Path file = write(folder, DRAFT.signedBy(Run.KEY), Run.of(Wire.V0_2, 1), Run.KEYS);
        byte[] bundle = Files.readAllBytes(file);
        int directory = bundle.length - 500;
        for (int i = 0; i < directory; i += 3) {
            byte[] changed = bundle.clone();
            changed[i] ^= (byte) (1 << (i % 8));
            // Times and versions in local headers mean nothing to PEAC: only content counts here.
            if (!insideOfLocalHeader(bundle, i)) {
                Files.write(file, changed);
                assertThat(hasErrors(file)).as("byte %d", i).isTrue();
            }
        }
    }

    private static boolean insideOfLocalHeader(byte[] bundle, int at) {
        for (int i = Math.max(0, at - 70); i <= at; i++) {
            if (bundle[i] == 'P' && bundle[i + 1] == 'K' && bundle[i + 2] == 3 && bundle[i + 3] == 4) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasErrors(Path file) throws IOException {
        try (Evidence evidence = Evidence.open(file, EvidenceOptions.at(Run.NOW))) {
            return evidence.receipts().problems().stream().anyMatch(f -> f.severity() == Severity.ERROR);
        } catch (UnreadableEvidence _) {
            return true;
        }
    }

    @Test
    void aBundledKeyThatTheCallerDoesNotKnowProvesNothing() throws IOException {
        String loose = signedByOther("peac-receipt/0.1", "{\"jti\":\"loose\",\"iat\":1,\"iss\":\"x\"}");
        Map<String, byte[]> files =
                files(write(folder, DRAFT, run, Run.KEYS.and("https://x.example", List.of(OTHER.verificationKey()))));
        List<String> all = new ArrayList<>(List.of(loose));
        all.addAll(lines(files));
        relist(files, all);
        Path file = zip(folder, files);
        assertThat(severityOfLoose(file, EvidenceOptions.at(Run.NOW))).isEqualTo(Severity.WARNING);
        assertThat(severityOfLoose(file, EvidenceOptions.at(Run.NOW).trusting(Run.KEYS)))
                .isEqualTo(Severity.GAP);
        KeySet ofAnother = Run.KEYS.and("https://another.example", List.of(OTHER.verificationKey()));
        assertThat(severityOfLoose(file, EvidenceOptions.at(Run.NOW).trusting(ofAnother)))
                .isEqualTo(Severity.GAP);
    }

    private static Severity severityOfLoose(Path file, EvidenceOptions options) throws IOException {
        try (Evidence evidence = Evidence.open(file, options)) {
            return evidence.receipts().problems().stream()
                    .filter(finding -> finding.message().startsWith("receipt loose"))
                    .map(Finding::severity)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// A change to the files of a bundle.
    private interface Change {
        void apply(Map<String, byte[]> files);
    }

    private void assertCode(Change change, DisputeCode code) throws IOException {
        Map<String, byte[]> files = files(write(folder, DRAFT, run, Run.KEYS));
        change.apply(files);
        Path file = zip(folder, files);
        assertThatThrownBy(() -> DisputeBundle.read(file))
                .as(code.name())
                .isInstanceOfSatisfying(
                        DisputeRefused.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
