package dev.waybill.evidence.read.assay;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonLine;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.JsonLines;
import dev.waybill.evidence.read.JsonLines.Read;
import dev.waybill.evidence.read.PreparedRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.util.List;

/// Reads one trace of Assay's store, `2026-11-15/trace_….jsonl`: a receipt a line, numbered across the whole store.
/// Nobody signs these; the numbers are what can be checked.
public final class AssayStoreReader implements EvidenceReader {

    private static final List<String> STORED = List.of("\"_trace_id\"", "\"_store_seq\"", "\"_stored_at\"");

    private record Stored(PreparedRecord record, long line, StoreSequence.Stated number) {}

    @Override
    public List<RecordFormat> formats() {
        return List.of(AssayReceipt.FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        if (file.isDirectory() || !file.name().endsWith(".jsonl")) {
            return false;
        }
        String head = file.headText();
        return head.contains("\"receipt_id\"") && STORED.stream().anyMatch(head::contains);
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        StoreSequence sequence = new StoreSequence(file.start().state());
        JsonLines.readOn(file, line -> stored(file, line, sink), read -> follow(read, file, sequence, sink))
                .ifPresent(end -> sink.readUpTo(end.with(sequence.state())));
    }

    private static void follow(Read<Stored> read, SourceFile file, StoreSequence sequence, RecordSink sink) {
        switch (read) {
            case Read.Good<Stored>(var stored) -> {
                stored.record().take(Integrity.UNSIGNED);
                sequence.next(stored.number())
                        .ifPresent(why -> sink.finding(
                                new Finding(FindingCode.SEQUENCE_DISORDER, file.place(stored.line()), why)));
            }
            case Read.Bad<Stored>(var number, var why) ->
                sink.finding(JsonLineRecords.unreadable(file.place(number), why));
        }
    }

    private static Stored stored(SourceFile file, JsonLine line, RecordSink sink) {
        PreparedRecord record = Understood.of(AssayReceipt.FORMAT, line, file).prepared(sink);
        return new Stored(record, line.number(), StoreSequence.Stated.of(line.json()));
    }
}
