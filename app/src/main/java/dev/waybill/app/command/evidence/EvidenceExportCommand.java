package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// `waybill evidence export`: the records again, for other tools and other systems.
public final class EvidenceExportCommand extends ToldCommand {

    private final ExportTarget jsonl = takes(LineExport.jsonl(environment));
    private final ExportTarget cloudEvents = takes(LineExport.cloudEvents(environment));
    private final ExportTarget proofPack = takes(FileExport.proofPack(environment, common));
    private final ExportTarget evidenceZip = takes(FileExport.evidenceZip(environment, common));
    private final ExportTarget episodes = takes(FileExport.episodes(environment, common));
    private final ChosenRecords chosen = takes(new ChosenRecords());
    private final IndexOptions index = takes(new IndexOptions());

    public EvidenceExportCommand(Environment environment) {
        super(
                environment,
                "Write the indexed records for other tools.",
                "Lines go to standard output; packs and exports are written whole or not at all.",
                "Exit 0: written. Exit 1: nothing to write, or it does not fit; nothing is written.",
                "Exit 2: written, but a record in it is broken at its source.");
    }

    @Override
    public ExitCode call() throws IOException {
        ExportTarget target = target();
        try (EvidenceIndex opened = index.open(environment);
                Stream<IndexedRecord> records = chosen.of(opened)) {
            return target.write(opened, records);
        }
    }

    private ExportTarget target() {
        List<ExportTarget> given = Stream.of(jsonl, cloudEvents, proofPack, evidenceZip, episodes)
                .filter(ExportTarget::isGiven)
                .toList();
        if (given.size() != 1) {
            throw Failure.usage(
                    "expected one of --jsonl, --cloudevents, --proof-pack, --evidence-zip and --episodes, found "
                            + (given.isEmpty() ? "none" : given.size()),
                    "Run the command once for each.");
        }
        return given.getFirst();
    }
}
