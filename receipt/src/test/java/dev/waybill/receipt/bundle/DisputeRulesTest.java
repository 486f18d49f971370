package dev.waybill.receipt.bundle;

import static dev.waybill.receipt.bundle.DisputeFiles.DRAFT;
import static dev.waybill.receipt.bundle.DisputeFiles.OTHER;
import static dev.waybill.receipt.bundle.DisputeFiles.files;
import static dev.waybill.receipt.bundle.DisputeFiles.json;
import static dev.waybill.receipt.bundle.DisputeFiles.relist;
import static dev.waybill.receipt.bundle.DisputeFiles.replaceManifest;
import static dev.waybill.receipt.bundle.DisputeFiles.signedByOther;
import static dev.waybill.receipt.bundle.DisputeFiles.write;
import static dev.waybill.receipt.bundle.DisputeFiles.zip;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which rules hold for receipts inside a dispute bundle: PEAC's for the container, ours for workflows.
class DisputeRulesTest {

    @TempDir
    Path folder;

    private final Run run = Run.of(Wire.V0_2, 4);

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
        Path file = write(folder, DRAFT, run, Run.KEYS);
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

    private Path bundleOf(String... receipts) throws IOException {
        KeySet keys = Run.KEYS.and("https://x.example", List.of(OTHER.verificationKey()));
        Map<String, byte[]> files = files(write(folder, DRAFT, run, keys));
        relist(files, List.of(receipts));
        JsonObject manifest = json(files, "manifest.json");
        List<JsonValue> listed = new ArrayList<>();
        for (String jws : receipts) {
            String payload = new String(Base64Url.decode(jws.split("\\.", -1)[1]), StandardCharsets.UTF_8);
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
        return zip(folder, files);
    }
}
