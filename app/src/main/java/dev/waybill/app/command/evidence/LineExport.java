package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Option;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import dev.waybill.evidence.write.ExportedLines;
import dev.waybill.evidence.write.RecordExport;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/// `--jsonl` and `--cloudevents`: one record a line, on standard output.
final class LineExport implements ExportTarget {

    private final Environment environment;
    private final Option<Boolean> option;
    private final BiFunction<EvidenceIndex, IndexedRecord, byte[]> line;

    private LineExport(
            Environment environment, Option<Boolean> option, BiFunction<EvidenceIndex, IndexedRecord, byte[]> line) {
        this.environment = environment;
        this.option = option;
        this.line = line;
    }

    static LineExport jsonl(Environment environment) {
        ExportedLines lines = new ExportedLines();
        return new LineExport(
                environment,
                Option.flag(
                        "--jsonl", "Each record byte for byte as it was found, below a line that names its format."),
                (index, record) -> lines.next(record.record(), index.raw(record.row())));
    }

    static LineExport cloudEvents(Environment environment) {
        return new LineExport(
                environment,
                Option.flag("--cloudevents", "Each record as a CloudEvent, with correlationid and causationid."),
                (_, record) -> (RecordExport.cloudEvent(record.record()) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean isGiven() {
        return option.isGiven();
    }

    @Override
    public ExitCode write(EvidenceIndex index, Stream<IndexedRecord> records) {
        PrintStream out = environment.out();
        AtomicBoolean broken = new AtomicBoolean();
        records.forEach(record -> {
            byte[] bytes = line.apply(index, record);
            out.write(bytes, 0, bytes.length);
            broken.compareAndSet(false, record.record().integrity().isBroken());
        });
        return broken.get() ? ExitCode.TAMPERED : ExitCode.YES;
    }

    @Override
    public void addTo(CommandSpec spec) {
        option.addTo(spec);
    }
}
