package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Option;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.write.PackOptions;
import dev.waybill.evidence.write.ProofPackWriter;
import dev.waybill.evidence.write.WrittenPack;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// `--proof-pack`: a signed folder that `assay verify-pack` accepts.
final class PackExport implements ExportTarget {

    private final Environment environment;
    private final CommonOptions common;
    private final Option<Path> folder =
            Option.path("--proof-pack", "DIR", "A signed proof pack of Assay, in a new or empty folder.");
    private final Option<String> key = Option.text(
            "--key",
            "REF",
            "With --proof-pack: the private JWK, a path, file:PATH or env:VARIABLE (default: your current key).");

    PackExport(Environment environment, CommonOptions common) {
        this.environment = environment;
        this.common = common;
    }

    @Override
    public boolean isGiven() {
        return folder.isGiven();
    }

    @Override
    public ExitCode write(EvidenceIndex index, Stream<IndexedRecord> records) throws IOException {
        Path target = Objects.requireNonNull(folder.value());
        SigningKey signer = new KeyFiles(environment).signingKey(key.value());
        List<EvidenceRecord> packed = WrittenExport.listed(records);
        PackOptions options =
                PackOptions.of(packed, signer.kid(), environment.clock().instant());
        WrittenPack pack = new ProofPackWriter(options, signer).write(target, packed);
        JsonObject details = JsonObject.builder()
                .put("root", pack.root())
                .put("run_id", options.runId())
                .put("signer", signer.kid())
                .build();
        return new WrittenExport(target, packed, pack.receipts(), details).tell(environment, common);
    }

    @Override
    public void addTo(CommandSpec spec) {
        folder.addTo(spec);
        key.addTo(spec);
    }
}
