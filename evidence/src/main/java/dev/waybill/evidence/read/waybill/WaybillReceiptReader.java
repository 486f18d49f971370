package dev.waybill.evidence.read.waybill;

import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads receipts that were exported one a line, `{"receipt":"eyJ…"}`. No keys come along, so no signature is checked;
/// a bundle has them.
public final class WaybillReceiptReader implements EvidenceReader {

    private static final String START = "{\"receipt\":\"eyJ";

    @Override
    public List<RecordFormat> formats() {
        return List.of(WaybillReceipt.FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory() && new String(file.head(), StandardCharsets.ISO_8859_1).startsWith(START);
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        JsonLineRecords.read(file, WaybillReceipt.FORMAT, sink);
    }
}
