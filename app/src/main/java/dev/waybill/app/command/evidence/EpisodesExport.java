package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.write.EpisodeExport;
import dev.waybill.receipt.bundle.NewFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// `--episodes`: the export of episodes that CCIO writes and Quintet's Loom reads.
final class EpisodesExport implements ExportTarget {

    private final Environment environment;
    private final CommonOptions common;
    private final Option<Path> file =
            Option.path("--episodes", "FILE", "The episodes of the records, as CCIO exports them for Quintet.");

    EpisodesExport(Environment environment, CommonOptions common) {
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
        List<EvidenceRecord> chosen = WrittenExport.listed(records);
        EpisodeExport.Made export = EpisodeExport.of(chosen, environment.clock().instant());
        try (NewFile written = new NewFile(target)) {
            ByteBuffer text = StandardCharsets.UTF_8.encode(JsonWriter.pretty(export.json()));
            while (text.hasRemaining()) {
                written.channel().write(text);
            }
            written.publish();
        }
        JsonObject details = JsonObject.builder()
                .put("episodes", export.episodes())
                .put("left_out", export.leftOut())
                .build();
        return new WrittenExport(target, chosen, export.receipts(), details).tell(environment, common);
    }

    @Override
    public void addTo(CommandSpec spec) {
        file.addTo(spec);
    }
}
