package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Usage;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.write.RecordExport;
import java.io.IOException;
import java.io.PrintStream;
import java.util.stream.Stream;

/// `waybill evidence export`: the records again, one a line, for other tools.
public final class EvidenceExportCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final Option<Boolean> jsonl = Option.flag("--jsonl", "Each record byte for byte as it was found.");
    private final Option<Boolean> cloudEvents =
            Option.flag("--cloudevents", "Each record as a CloudEvent, with correlationid and causationid.");
    private final Option<String> correlation = Option.text("--correlation", "ID", "Only the records of this chain.");
    private final IndexOptions index = new IndexOptions();

    public EvidenceExportCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Write the indexed records, one a line.", jsonl, cloudEvents, correlation, index, common)
                .footer("Exit 0: written. Exit 1: there was none.");
    }

    @Override
    public ExitCode call() throws IOException {
        if (jsonl.isGiven() == cloudEvents.isGiven()) {
            throw Failure.usage("expected one of --jsonl and --cloudevents", null);
        }
        try (EvidenceIndex opened = index.open(environment);
                Stream<IndexedRecord> records = chosen(opened)) {
            // A stream that only counts may skip what it is asked to do on the way.
            int[] written = {0};
            records.forEach(record -> {
                line(opened, record);
                written[0]++;
            });
            return ExitCode.of(written[0] > 0);
        }
    }

    private Stream<IndexedRecord> chosen(EvidenceIndex opened) {
        String chain = correlation.value();
        return chain == null ? opened.records() : opened.by(Field.CORRELATION, chain).stream();
    }

    private void line(EvidenceIndex opened, IndexedRecord record) {
        byte[] bytes = jsonl.isGiven()
                ? RecordExport.line(opened.raw(record.row()))
                : JsonWriter.compactBytes(RecordExport.cloudEvent(record.record()));
        PrintStream out = environment.out();
        out.write(bytes, 0, bytes.length);
        out.write('\n');
    }
}
