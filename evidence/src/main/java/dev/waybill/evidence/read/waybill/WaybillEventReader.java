package dev.waybill.evidence.read.waybill;

import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads the events of runs, one a line, as `waybill events RUN --json` prints them. Nobody signs these: the receipts
/// of the run do.
public final class WaybillEventReader implements EvidenceReader {

    private static final List<String> MEMBERS =
            List.of("\"eventId\":", "\"runId\":", "\"sequence\":", "\"type\":", "\"timestamp\":");

    @Override
    public List<RecordFormat> formats() {
        return List.of(WaybillEvent.FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        if (file.isDirectory()) {
            return false;
        }
        String head = new String(file.head(), StandardCharsets.ISO_8859_1);
        return head.startsWith("{") && MEMBERS.stream().allMatch(head::contains);
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        JsonLineRecords.read(file, WaybillEvent.FORMAT, sink);
    }
}
