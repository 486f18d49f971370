package dev.waybill.evidence.read;

import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import java.io.IOException;
import java.io.InputStream;

/// Gives every line of a file inside an archive or a pack as a record of one format. Its text is not in the archive as
/// it stands, so whoever needs it later must keep it.
///
/// @param file the archive or pack
/// @param entry the name of the file in it
/// @param integrity what is known of all its lines
public record ArchiveRecords(SourceFile file, String entry, RecordFormat format, Integrity integrity) {

    public void read(InputStream lines, RecordSink sink) throws IOException {
        JsonLines.read(
                lines,
                line -> Understood.made(format, line.json(), line.raw(), place(line.number()))
                        .prepared(sink),
                read -> JsonLineRecords.give(read, integrity, this::place, sink));
    }

    private Place place(long line) {
        return file.place(entry, line);
    }
}
