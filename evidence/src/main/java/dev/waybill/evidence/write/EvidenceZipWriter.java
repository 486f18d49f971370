package dev.waybill.evidence.write;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.canonical.AssayMerkle;
import dev.waybill.receipt.bundle.NewFile;
import dev.waybill.receipt.bundle.ZipWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Writes records as the zip of `assay pack`: a trace, its Merkle root, and the envelope in the metadata of the build.
/// Equal input gives equal bytes; the file appears whole or not at all.
public final class EvidenceZipWriter {

    private static final String CANONICAL = "jcs-rfc8785";

    private EvidenceZipWriter() {}

    /// @param envelope what the whole trace is about
    /// @throws ExportRefused when a record cannot go in
    public static WrittenPack write(
            Path file, List<EvidenceRecord> records, EvidenceEnvelope envelope, PackOptions options)
            throws IOException {
        List<PackLines.Line> lines = PackLines.of(records, options.builtAt());
        List<Digest> leaves =
                lines.stream().map(line -> Digest.of(line.canonical())).toList();
        try (NewFile target = new NewFile(file)) {
            ZipWriter zip = new ZipWriter(target.channel());
            zip.file("trace.jsonl", trace(lines));
            zip.file("verify_report.json", bytes(report(leaves.size(), options)));
            zip.file("merkle_root.json", bytes(root(leaves, options)));
            zip.file("build_metadata.json", bytes(metadata(envelope, options)));
            zip.finish();
            target.publish();
        }
        return new WrittenPack(leaves.size(), AssayMerkle.root(leaves).hex());
    }

    private static byte[] trace(List<PackLines.Line> lines) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (PackLines.Line line : lines) {
            out.writeBytes(line.written());
            out.write('\n');
        }
        return out.toByteArray();
    }

    private static JsonObject report(int count, PackOptions options) {
        return JsonObject.of("trace_id", options.runId())
                .with("passed", true)
                .with("entry_count", count)
                .with("errors", JsonArray.EMPTY)
                .with("warnings", JsonArray.EMPTY)
                .with("verified_at", options.builtAtText());
    }

    private static JsonObject root(List<Digest> leaves, PackOptions options) {
        return JsonObject.of("root", AssayMerkle.root(leaves).hex())
                .with("leaf_count", leaves.size())
                .with(
                        "leaf_hashes",
                        JsonArray.ofStrings(leaves.stream().map(Digest::hex).toList()))
                .with("hash_algorithm", "sha256")
                .with("canonicalization", CANONICAL)
                .with("computed_at", options.builtAtText());
    }

    private static JsonObject metadata(EvidenceEnvelope envelope, PackOptions options) {
        JsonObject.Builder metadata = JsonObject.builder()
                .put("generated_at", options.builtAtText())
                .put("generator", "waybill evidence")
                .put("canonicalization", CANONICAL)
                .put("hash_algorithm", "sha256");
        envelope.members().members().forEach(metadata::put);
        return metadata.build();
    }

    private static byte[] bytes(JsonObject json) {
        return JsonWriter.pretty(json).getBytes(StandardCharsets.UTF_8);
    }
}
