package dev.waybill.evidence.write;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.canonical.AssayJcs;
import dev.waybill.receipt.key.SigningKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Writes records as a proof pack 0.1.0 that `assay verify-pack` accepts. Equal records, options and key give equal
/// bytes.
public final class ProofPackWriter {

    private static final String RECEIPTS = "receipt_pack.jsonl";
    private static final String REPORT = "verify_report.json";
    private static final String TRANSCRIPT = "verify_transcript.md";
    private static final String MANIFEST = "pack_manifest.json";
    private static final String SIGNATURE = "pack_signature.sig";

    private static final String SUITE = "manual";
    private static final String CLAIMS = "none";
    private static final String VERSION = "waybill-0.1.0";

    private final PackOptions options;
    private final SigningKey key;

    public ProofPackWriter(PackOptions options, SigningKey key) {
        this.options = options;
        this.key = key;
    }

    /// Writes the pack into a folder that is not there yet, or is empty: all of it, or nothing.
    ///
    /// @throws ExportRefused when a record cannot go into a pack, or the folder holds something
    public WrittenPack write(Path folder, List<EvidenceRecord> records) throws IOException {
        List<PackLines.Line> lines = PackLines.of(records, options.builtAt());
        try (NewFolder pack = new NewFolder(folder)) {
            WrittenPack written = write(pack, lines);
            pack.publish();
            return written;
        }
    }

    private WrittenPack write(NewFolder pack, List<PackLines.Line> lines) throws IOException {
        byte[] receipts = receipts(lines);
        String packId = "pack_deterministic_"
                + Digest.of(concat(options.runId(), receipts)).hex().substring(0, 8);
        JsonObject attestation = attestation(packId, lines);
        byte[] report = PackReport.json(attestation, options);
        byte[] transcript = PackReport.transcript(attestation, options);
        JsonObject manifest = manifest(
                packId,
                attestation,
                lines.size(),
                List.of(file(RECEIPTS, receipts), file(REPORT, report), file(TRANSCRIPT, transcript)));
        byte[] signature = key.sign(AssayJcs.canonicalBytes(manifest));
        JsonObject signed = manifest.with("signature", Base64.getEncoder().encodeToString(signature))
                .with("pack_root_sha256", digest(attestation));
        pack.write(RECEIPTS, receipts);
        pack.write(REPORT, report);
        pack.write(TRANSCRIPT, transcript);
        pack.write(SIGNATURE, signature);
        pack.write(MANIFEST, JsonWriter.pretty(signed).getBytes(StandardCharsets.UTF_8));
        return new WrittenPack(lines.size(), digest(attestation));
    }

    private static byte[] receipts(List<PackLines.Line> lines) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (PackLines.Line line : lines) {
            out.writeBytes(line.written());
            out.write('\n');
        }
        return out.toByteArray();
    }

    private static byte[] concat(String text, byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        out.writeBytes(bytes);
        return out.toByteArray();
    }

    private JsonObject attestation(String packId, List<PackLines.Line> lines) {
        String head = lines.isEmpty()
                ? hash("empty")
                : Digest.of(lines.getLast().canonical()).hex();
        return JsonObject.builder()
                .put("pack_format_version", "0.1.0")
                .put("fingerprint_version", 1)
                .put("pack_id", packId)
                .put("run_id", options.runId())
                .put("suite_id", SUITE)
                .put("suite_hash", hash(SUITE))
                .put("verifier_version", VERSION)
                .put("canon_version", "jcs-rfc8785")
                .put("canon_impl", "waybill.assay-jcs")
                .put("canon_impl_version", VERSION)
                .put("policy_hash", hash("default-policy-v0"))
                .put("claim_set_id", CLAIMS)
                .put("claim_set_hash", hash(CLAIMS))
                .put("receipt_integrity", "PASS")
                .put("claim_check", "N/A")
                .put("discrepancy_fingerprint", JsonNull.NULL)
                .put("assurance_level", "L0")
                .put("proof_tier", "signed-pack")
                .put("mode", "shadow")
                .put("head_hash", head)
                .put("head_hash_algorithm", "last-receipt-digest-v0")
                .put("time_authority", "local_clock")
                .put("n_receipts", lines.size())
                .put(
                        "timestamp_start",
                        time(
                                lines.isEmpty()
                                        ? JsonObject.EMPTY
                                        : lines.getFirst().receipt()))
                .put(
                        "timestamp_end",
                        time(
                                lines.isEmpty()
                                        ? JsonObject.EMPTY
                                        : lines.getLast().receipt()))
                .put("ci_binding", JsonNull.NULL)
                .put("valid_until", JsonNull.NULL)
                .put("superseded_by", JsonNull.NULL)
                .build();
    }

    private String time(JsonObject receipt) {
        return receipt.string("timestamp").orElse(options.builtAtText());
    }

    private JsonObject manifest(String packId, JsonObject attestation, int receipts, List<JsonValue> files) {
        byte[] point = key.verificationKey().point();
        return JsonObject.builder()
                .put("pack_id", packId)
                .put("pack_version", "0.1.0")
                .put("manifest_version", "1.0.0")
                .put("hash_alg", "sha256")
                .put("attestation", attestation)
                .put("attestation_sha256", digest(attestation))
                .put("suite_hash", hash(SUITE))
                .put("claim_set_id", CLAIMS)
                .put("claim_set_hash", hash(CLAIMS))
                .put("receipt_count_expected", receipts)
                .put("files", new JsonArray(new ArrayList<>(files)))
                .put("expected_files", JsonArray.ofStrings(List.of(RECEIPTS, REPORT, TRANSCRIPT, MANIFEST, SIGNATURE)))
                .put("signer_id", options.signerId())
                .put("signer_pubkey", Base64.getEncoder().encodeToString(point))
                .put("signer_pubkey_sha256", Digest.of(point).hex())
                .put("signature_alg", "ed25519")
                .put("signature_scope", "JCS(pack_manifest_excluding_signature_and_pack_root_sha256)")
                .build();
    }

    private static JsonObject file(String path, byte[] content) {
        return JsonObject.of("path", path)
                .with("sha256", Digest.of(content).hex())
                .with("bytes", content.length);
    }

    private static String digest(JsonObject attestation) {
        return Digest.of(AssayJcs.canonicalBytes(attestation)).hex();
    }

    private static String hash(String text) {
        return Digest.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }
}
