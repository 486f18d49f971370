package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Option;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.write.EpisodeExport;
import dev.waybill.evidence.write.EvidenceZipWriter;
import dev.waybill.evidence.write.PackOptions;
import dev.waybill.evidence.write.ProofPackWriter;
import dev.waybill.evidence.write.SharedEnvelope;
import dev.waybill.evidence.write.WrittenPack;
import dev.waybill.receipt.bundle.NewFile;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// `--proof-pack`, `--evidence-zip` and `--episodes`: records in a file or folder of their own.
record FileExport(
        Environment environment, CommonOptions common, Option<Path> place, List<Option<?>> more, Writing writing)
        implements ExportTarget {

    /// Writes records to a place.
    private interface Writing {
        WrittenExport write(Path target, List<EvidenceRecord> records, Instant now) throws IOException;
    }

    /// A signed folder that `assay verify-pack` accepts.
    static FileExport proofPack(Environment environment, CommonOptions common) {
        Option<String> key = Option.text(
                "--key",
                "REF",
                "With --proof-pack: the private JWK, a path, file:PATH or env:VARIABLE (default: your current key).");
        return new FileExport(
                environment,
                common,
                Option.path("--proof-pack", "DIR", "A signed proof pack of Assay, in a new or empty folder."),
                List.of(key),
                (target, records, now) -> {
                    SigningKey signer = new KeyFiles(environment).signingKey(key.value());
                    PackOptions options = PackOptions.of(records, signer.kid(), now);
                    WrittenPack pack = new ProofPackWriter(options, signer).write(target, records);
                    return written(target, records, pack, options).with("signer", signer.kid());
                });
    }

    /// A trace with its Merkle root. Nobody signs it.
    static FileExport evidenceZip(Environment environment, CommonOptions common) {
        return new FileExport(
                environment,
                common,
                Option.path("--evidence-zip", "FILE", "An evidence zip of Assay, with the Merkle root of its records."),
                List.of(),
                (target, records, now) -> {
                    PackOptions options = PackOptions.of(records, "waybill", now);
                    WrittenPack zip = EvidenceZipWriter.write(target, records, SharedEnvelope.of(records), options);
                    return written(target, records, zip, options);
                });
    }

    private static WrittenExport written(
            Path target, List<EvidenceRecord> records, WrittenPack pack, PackOptions options) {
        JsonObject details = JsonObject.of("root", pack.root()).with("run_id", options.runId());
        return new WrittenExport(target, records, pack.receipts(), details);
    }

    /// The export of episodes that CCIO writes and Quintet's Loom reads.
    static FileExport episodes(Environment environment, CommonOptions common) {
        return new FileExport(
                environment,
                common,
                Option.path("--episodes", "FILE", "The episodes of the records, as CCIO exports them for Quintet."),
                List.of(),
                FileExport::writeEpisodes);
    }

    private static WrittenExport writeEpisodes(Path target, List<EvidenceRecord> records, Instant now)
            throws IOException {
        EpisodeExport.Made export = EpisodeExport.of(records, now);
        try (NewFile written = new NewFile(target)) {
            ByteBuffer text = StandardCharsets.UTF_8.encode(JsonWriter.pretty(export.json()));
            while (text.hasRemaining()) {
                written.channel().write(text);
            }
            written.publish();
        }
        JsonObject details = JsonObject.of("episodes", export.episodes()).with("left_out", export.leftOut());
        return new WrittenExport(target, records, export.receipts(), details);
    }

    @Override
    public boolean isGiven() {
        return place.isGiven();
    }

    @Override
    public ExitCode write(EvidenceIndex index, Stream<IndexedRecord> records) throws IOException {
        Path target = Objects.requireNonNull(place.value());
        List<EvidenceRecord> listed = records.map(IndexedRecord::record).toList();
        return writing.write(target, listed, environment.clock().instant()).tell(environment, common);
    }

    @Override
    public void addTo(CommandSpec spec) {
        place.addTo(spec);
        more.forEach(option -> option.addTo(spec));
    }
}
