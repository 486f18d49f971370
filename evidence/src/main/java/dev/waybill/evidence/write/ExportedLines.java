package dev.waybill.evidence.write;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.read.Understood;
import dev.waybill.evidence.read.plain.PlainReader;
import dev.waybill.evidence.read.waybill.ExportedLinesReader;
import java.io.ByteArrayOutputStream;

/// Records on their way out, one a line and byte for byte as they were found. Before the first, and wherever the format
/// changes, a line says of which format the records below are: without it a reader could only guess, and would miss the
/// rest of a chain. Such a line stands before a broken record, too, and says what is wrong with it. See
/// [ExportedLinesReader].
public final class ExportedLines {

    private String format = "";

    /// The next record with its line's end, and with what must stand before it.
    public byte[] next(EvidenceRecord record, byte[] raw) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String own = formatOf(record);
        boolean broken = record.integrity().isBroken();
        if (broken || !own.equals(format)) {
            format = own;
            out.writeBytes(JsonWriter.compactBytes(JsonObject.of(ExportedLinesReader.FORMAT, own)
                    .withIfPresent(
                            Understood.BROKEN_AT_SOURCE,
                            broken ? record.integrity().detail() : null)));
            out.write('\n');
        }
        out.writeBytes(RecordExport.line(raw));
        out.write('\n');
        return out.toByteArray();
    }

    private static String formatOf(EvidenceRecord record) {
        String name = record.format().name();
        return PlainReader.formatOf(record.json()).name().equals(name) ? ExportedLinesReader.PLAIN : name;
    }
}
