package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.write.EvidenceZipWriter;
import dev.waybill.evidence.write.PackOptions;
import dev.waybill.evidence.write.SharedEnvelope;
import dev.waybill.evidence.write.WrittenPack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// `--evidence-zip`: a trace with its Merkle root. Nobody signs it.
final class ZipExport implements ExportTarget {

    private static final String GENERATOR = "waybill";

    private final Environment environment;
    private final CommonOptions common;
    private final Option<Path> file =
            Option.path("--evidence-zip", "FILE", "An evidence zip of Assay, with the Merkle root of its records.");

    ZipExport(Environment environment, CommonOptions common) {
        this.environment = environment;
        this.common = common;
    }

    @Override
    public boolean isGiven() {
        return file.isGiven();
    }

    @Override
    public ExitCode write(EvidenceIndex index, Stream<IndexedRecord> records) throws IOException {
        Path target = Objects.requireNonNull(file.value());
        List<EvidenceRecord> traced = WrittenExport.listed(records);
        PackOptions options =
                PackOptions.of(traced, GENERATOR, environment.clock().instant());
        WrittenPack zip = EvidenceZipWriter.write(target, traced, SharedEnvelope.of(traced), options);
        JsonObject details = JsonObject.builder()
                .put("root", zip.root())
                .put("run_id", options.runId())
                .build();
        return new WrittenExport(target, traced, zip.receipts(), details).tell(environment, common);
    }

    @Override
    public void addTo(CommandSpec spec) {
        file.addTo(spec);
    }
}
