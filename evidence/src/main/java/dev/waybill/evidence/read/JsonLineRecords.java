package dev.waybill.evidence.read;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.JsonLines.Read;
import java.io.IOException;
import java.util.function.Function;

/// Gives every line of a file as a record, with nothing to check it by.
public final class JsonLineRecords {

    private JsonLineRecords() {}

    public static void read(SourceFile file, RecordFormat format, RecordSink sink) throws IOException {
        read(file, (JsonLine _) -> format, sink);
    }

    /// @param formats which format a line has, for files in which several meet
    public static void read(SourceFile file, Function<JsonLine, RecordFormat> formats, RecordSink sink)
            throws IOException {
        readAs(file, line -> Understood.of(formats.apply(line), line, file), sink);
    }

    /// @param understand what to make of a line, on any thread
    public static void readAs(SourceFile file, Function<JsonLine, Understood> understand, RecordSink sink)
            throws IOException {
        JsonLines.readOn(
                        file,
                        line -> understand.apply(line).prepared(sink),
                        read -> give(read, Integrity.UNSIGNED, file::place, sink))
                .ifPresent(sink::readUpTo);
    }

    /// Gives a record whose turn has come, or tells why there is none.
    public static void give(
            Read<PreparedRecord> read, Integrity integrity, Function<Long, Place> places, RecordSink sink) {
        switch (read) {
            case Read.Good<PreparedRecord>(var record) -> record.take(integrity);
            case Read.Bad<PreparedRecord>(var number, var why) -> sink.finding(unreadable(places.apply(number), why));
        }
    }

    public static Finding unreadable(Place place, String why) {
        return new Finding(FindingCode.UNREADABLE_LINE, place, why);
    }
}
