package dev.waybill.receipt.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisputeBundleTest {

    private static final SigningKey OTHER = SigningKey.ofSeed("other", new byte[32]);
    private static final DisputeDraft DRAFT = DisputeDraft.of(
                    DisputeDraft.Kind.AUDIT,
                    "01HQXG0000TESTBUNDLE000001",
                    "https://auditor.example.com",
                    Instant.ofEpochSecond(Run.NOW))
            .about(new DisputeDraft.Ref("external", "test"));

    @TempDir
    Path folder;

    private final Run run = Run.of(Wire.V0_2, 4);

    @Test
    void whatIsWrittenIsValidUnderPeacsRulesAndOurs() throws IOException {
        Path file = write(DRAFT.signedBy(Run.KEY).withPolicy("version: 1\n", "peac"), run, Run.KEYS);
        DisputeReport report = DisputeReport.of(DisputeBundle.read(file), Run.NOW);
        assertThat(report.recommendation()).isEqualTo("valid");
        assertThat(report.signature().toJson().toString())
                .isEqualTo("{\"present\":true,\"valid\":true,\"key_id\":\"key-2026\"}");
        assertThat(Run.audit(file).verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(Run.audit(file).counts().valid()).isEqualTo(5);
    }

    @Test
    void theSameInputGivesTheSameBytesInWhateverOrder() throws IOException {
        byte[] one = Files.readAllBytes(write(DRAFT, run, Run.KEYS));
        Collections.reverse(run.presented);
        assertThat(Files.readAllBytes(write(DRAFT, run, Run.KEYS))).isEqualTo(one);
    }

    @Test
    void theManifestSatisfiesPeacsReader() throws IOException {
        Map<String, byte[]> files = files(write(DRAFT.signedBy(Run.KEY).withPolicy("p", "t"), run, Run.KEYS));
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
        assertThatThrownBy(() -> write(DRAFT, old, Run.KEYS))
                .isInstanceOf(DisputeRefused.class)
                .hasMessageContaining("rid")
                .hasMessageContaining("Wire 0.1");
        assertThat(folder.resolve("dispute.zip")).doesNotExist();
    }

    @Test
    void twoKeysOfOneNameAreRefused() {
        SigningKey twin = SigningKey.ofSeed(Run.KEY.kid(), new byte[32]);
        KeySet keys = Run.KEYS.and("https://other.example.com", List.of(twin.verificationKey()));
        assertThatThrownBy(() -> write(DRAFT, run, keys)).isInstanceOf(DisputeRefused.class);
    }

    @Test
    void aMissingKeyIsReportedForEachReceipt() throws IOException {
        Path file = write(DRAFT, run, KeySet.anyIssuer(OTHER.verificationKey()));
        DisputeReport report = DisputeReport.of(DisputeBundle.read(file), Run.NOW);
        assertThat(report.recommendation()).isEqualTo("invalid");
        assertThat(report.verdicts())
                .allSatisfy(verdict -> assertThat(verdict.errors()).containsExactly("E_BUNDLE_KEY_MISSING"));
    }

    @Test
    void aSignatureForAnotherBundleIsReported() throws IOException {
        Map<String, byte[]> signed = files(write(DRAFT.signedBy(Run.KEY), Run.of(Wire.V0_2, 2), Run.KEYS));
        Map<String, byte[]> files = files(write(DRAFT, run, Run.KEYS));
        files.put("bundle.sig", signed.getOrDefault("bundle.sig", new byte[0]));
        Path file = zip(files);
        DisputeReport report = DisputeReport.of(DisputeBundle.read(file), Run.NOW);
        assertThat(report.signature().error()).contains("E_BUNDLE_SIGNATURE_CONTENT_MISMATCH");
        assertThat(Run.audit(file).verdict()).isEqualTo(Verdict.BROKEN);
        files.put("bundle.sig", "nonsense".getBytes(StandardCharsets.UTF_8));
        assertThat(DisputeReport.of(DisputeBundle.read(zip(files)), Run.NOW)
                        .signature()
                        .error())
                .contains("E_BUNDLE_SIGNATURE_INVALID_FORMAT");
    }

    @Test
    void timesAreJudgedAtTheVerifiersClock() throws IOException {
        DisputeBundle bundle = DisputeBundle.read(write(DRAFT, run, Run.KEYS));
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
        Map<String, byte[]> files = files(write(DRAFT, run, Run.KEYS));
        relist(files, lines(files).subList(0, 2));
        DisputeReport report = DisputeReport.of(DisputeBundle.read(zip(files)), Run.NOW);
        assertThat(report.recommendation()).isEqualTo("needs_review");
        assertThat(report.toJson().toString()).contains("E_BUNDLE_RECEIPT_NOT_FOUND");
        assertThat(Run.audit(zip(files)).verdict()).isEqualTo(Verdict.BROKEN);
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
    void everyFlippedBitOfTheContentIsNoticed() throws IOException {
        Path file = write(DRAFT.signedBy(Run.KEY), Run.of(Wire.V0_2, 1), Run.KEYS);
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
    void theRulesOfOneStepHoldInABundleToo() throws IOException {
        String step = "\"step_id\":\"step_%s\",\"parent_step_ids\":[\"step_%s\"]";
        String a = "A".repeat(26);
        String ownParent = loose("self", "\"workflow_id\":\"wf_%s\",".formatted(a) + step.formatted(a, a));
        String badId = loose("short", "\"workflow_id\":\"wf_1\"," + step.formatted(a, "B".repeat(26)));
        assertThat(codes(bundleOf(ownParent))).contains("E_WORKFLOW_DAG_INVALID error");
        assertThat(codes(bundleOf(badId))).contains("E_WORKFLOW_ID_INVALID error");
    }

    @Test
    void aClaimThatNoWireKnowsHidesNoCycle() throws IOException {
        String workflow = "\"workflow_id\":\"wf_" + "C".repeat(26) + "\",";
        String a = "A".repeat(26);
        String b = "B".repeat(26);
        String step = "\"step_id\":\"step_%s\",\"parent_step_ids\":[\"step_%s\"]";
        Path file =
                bundleOf(loose("one", workflow + step.formatted(a, b)), loose("two", workflow + step.formatted(b, a)));
        assertThat(codes(file)).contains("E_WORKFLOW_CYCLE_DETECTED error", "E_INVALID_FORMAT warning");
        assertThat(Run.audit(file).counts().valid()).isEqualTo(2);
    }

    @Test
    void aReceiptFromAClockThatRanAheadIsNotYetValid() throws IOException {
        Path file = write(DRAFT, run, Run.KEYS);
        try (Evidence evidence = Evidence.open(file, EvidenceOptions.at(Run.NOW - 10_000))) {
            assertThat(evidence.receipts().problems())
                    .filteredOn(finding -> finding.code().equals("E_RECEIPT_NOT_YET_VALID"))
                    .isNotEmpty()
                    .allMatch(finding -> finding.severity() == Severity.GAP);
        }
    }

    private static List<String> codes(Path file) throws IOException {
        return Run.audit(file).findings().stream()
                .map(finding -> finding.code() + " " + finding.severity().wire())
                .toList();
    }

    /// A receipt that PEAC's bundle rules accept and no wire does.
    private static String loose(String id, String context) {
        return signedByOther("interaction-record+jwt", """
                {"peac_version":"0.2","jti":"%s","iat":1794690000,"iss":"https://x.example","surprise":true,
                "extensions":{"org.peacprotocol/workflow":{%s}}}""".formatted(id, context));
    }

    private static String signedByOther(String typ, String payload) {
        String header = "{\"typ\":\"" + typ + "\",\"alg\":\"EdDSA\",\"kid\":\"other\"}";
        String input = Base64Url.encode(header.getBytes(StandardCharsets.UTF_8)) + "."
                + Base64Url.encode(payload.getBytes(StandardCharsets.UTF_8));
        return input + "." + Base64Url.encode(OTHER.sign(input.getBytes(StandardCharsets.UTF_8)));
    }

    private Path bundleOf(String... receipts) throws IOException {
        KeySet keys = Run.KEYS.and("https://x.example", List.of(OTHER.verificationKey()));
        Map<String, byte[]> files = files(write(DRAFT, run, keys));
        relist(files, List.of(receipts));
        JsonObject manifest = json(files, "manifest.json");
        List<JsonValue> listed = new ArrayList<>();
        for (String jws : receipts) {
            String payload = new String(Base64Url.decode(jws.split("\\.")[1]), StandardCharsets.UTF_8);
            listed.add(JsonObject.builder()
                    .put(
                            "receipt_id",
                            JsonReader.readObject(payload.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                                    .string("jti")
                                    .orElseThrow())
                    .put("issued_at", "2026-11-14T21:00:00.000Z")
                    .put(
                            "receipt_hash",
                            Digest.of(jws.getBytes(StandardCharsets.UTF_8)).toString())
                    .build());
        }
        JsonObject relisted = manifest.with("receipts", new JsonArray(listed));
        files.put("manifest.json", relisted.toString().getBytes(StandardCharsets.UTF_8));
        replaceManifest(files, "content_hash", DisputeManifest.contentHash(json(files, "manifest.json")));
        return zip(files);
    }

    @Test
    void aBundledKeyThatTheCallerDoesNotKnowProvesNothing() throws IOException {
        String loose = signedByOther("peac-receipt/0.1", "{\"jti\":\"loose\",\"iat\":1,\"iss\":\"x\"}");
        Map<String, byte[]> files =
                files(write(DRAFT, run, Run.KEYS.and("https://x.example", List.of(OTHER.verificationKey()))));
        List<String> all = new ArrayList<>(List.of(loose));
        all.addAll(lines(files));
        relist(files, all);
        Path file = zip(files);
        assertThat(severityOfLoose(file, EvidenceOptions.at(Run.NOW))).isEqualTo(Severity.WARNING);
        assertThat(severityOfLoose(file, EvidenceOptions.at(Run.NOW).trusting(Run.KEYS)))
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
        Map<String, byte[]> files = files(write(DRAFT, run, Run.KEYS));
        change.apply(files);
        Path file = zip(files);
        assertThatThrownBy(() -> DisputeBundle.read(file))
                .as(code.name())
                .isInstanceOfSatisfying(
                        DisputeRefused.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static List<String> lines(Map<String, byte[]> files) {
        return new String(files.getOrDefault("receipts.ndjson", new byte[0]), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /// Other receipts under a manifest that was made to fit.
    private static void relist(Map<String, byte[]> files, List<String> lines) {
        byte[] content = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        String before =
                Digest.of(files.getOrDefault("receipts.ndjson", new byte[0])).toString();
        int size = files.getOrDefault("receipts.ndjson", new byte[0]).length;
        files.put("receipts.ndjson", content);
        String manifest = json(files, "manifest.json")
                .toString()
                .replace(before, Digest.of(content).toString())
                .replace("\"size\":" + size, "\"size\":" + content.length);
        files.put("manifest.json", manifest.getBytes(StandardCharsets.UTF_8));
        JsonObject fitting = json(files, "manifest.json");
        replaceManifest(files, "content_hash", DisputeManifest.contentHash(fitting));
    }

    private static void replaceManifest(Map<String, byte[]> files, String member, String value) {
        JsonObject manifest = json(files, "manifest.json").with(member, new JsonString(value));
        files.put("manifest.json", manifest.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static JsonObject json(Map<String, byte[]> files, String name) {
        return JsonReader.readObject(files.getOrDefault(name, new byte[0]), JsonLimits.DOCUMENT);
    }

    private Path write(DisputeDraft draft, Run from, KeySet keys) throws IOException {
        Path file = folder.resolve("dispute.zip");
        List<String> receipts = new ArrayList<>(from.presented);
        receipts.add(from.summary(true, false).compact());
        DisputeBundleWriter.write(file, draft, ReceiptSource.of(receipts), keys);
        return file;
    }

    private static Map<String, byte[]> files(Path file) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), in.readAllBytes());
            }
        }
        return files;
    }

    private Path zip(Map<String, byte[]> files) throws IOException {
        Path target = folder.resolve("made.zip");
        try (FileChannel channel = FileChannel.open(
                target, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ZipWriter zip = new ZipWriter(channel);
            for (var entry : files.entrySet()) {
                zip.file(entry.getKey(), entry.getValue());
            }
            zip.finish();
        }
        return target;
    }
}
