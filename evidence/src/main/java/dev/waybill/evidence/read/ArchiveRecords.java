package dev.waybill.evidence.read;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.UnreadableRecord;
import java.io.IOException;

/// Gives every line of a file inside an archive as a record of one format.
///
/// @param file the archive
/// @param entry the name of the file in it
/// @param integrity what is known of all its lines
public record ArchiveRecords(SourceFile file, String entry, RecordFormat format, Integrity integrity) {

    public void read(ArchiveLines lines, RecordSink sink) throws IOException {
        for (ArchiveLines.Line line = lines.next(); line != null; line = lines.next()) {
            Place place = file.place(entry, line.number());
            try {
                JsonObject json = JsonReader.readAnyNumbers(line.raw(), JsonLimits.DOCUMENT)
                        .asObject()
                        .orElseThrow(() -> new UnreadableRecord("expected a JSON object"));
                sink.record(new FoundRecord(format, format.content(json), line.raw(), -1, place, integrity));
            } catch (JsonException | UnreadableRecord e) {
                sink.finding(JsonLineRecords.unreadable(place, String.valueOf(e.getMessage())));
            }
        }
    }
}
