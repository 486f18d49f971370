package dev.waybill.evidence.read.agentmesh;

import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.ChainedRecords;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.HashChain;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Exports of the board's tables, one row a line: `weave_events.rows.jsonl` with its chain, `tasks.rows.jsonl` and
/// others without.
public final class RowsReader implements EvidenceReader {

    @Override
    public List<RecordFormat> formats() {
        return Stream.concat(
                        Stream.of(WeaveRecord.FORMAT), RowRecord.ALL.stream().map(RowRecord::format))
                .toList();
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory()
                && file.name().endsWith(".jsonl")
                && (isWeave(file) || table(file).isPresent());
    }

    private static boolean isWeave(SourceFile file) {
        return file.name().startsWith("weave_events.")
                || file.mentions("event_id", "sequence_id", "trace_id", "prev_hash");
    }

    private static Optional<RowRecord> table(SourceFile file) {
        Optional<RowRecord> named = RowRecord.ALL.stream()
                .filter(row -> file.name().equals(row.table() + ".rows.jsonl"))
                .findFirst();
        return named.or(
                () -> RowRecord.ALL.stream().filter(row -> row.marks(file)).findFirst());
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        if (isWeave(file)) {
            new ChainedRecords(WeaveRecord.FORMAT, WeaveRecord::link, HashChain.whole(Sha256Hash.GENESIS))
                    .read(file, sink);
        } else {
            JsonLineRecords.read(file, table(file).orElseThrow().format(), sink);
        }
    }
}
