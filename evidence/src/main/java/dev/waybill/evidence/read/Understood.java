package dev.waybill.evidence.read;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.UnreadableRecord;
import java.util.Optional;

/// A record with what every reader has to say about it. It can be made on any thread, before its turn comes.
///
/// @param trouble what is wrong with its envelope
public record Understood(FoundRecord found, Optional<Finding> trouble) {

    /// The member in which an export says what was wrong with a record where it came from.
    public static final String BROKEN_AT_SOURCE = "broken_at_source";

    /// @param raw the record's text
    /// @param offset where that text begins in its file, or -1
    /// @throws UnreadableRecord when the JSON is no record of this format
    public static Understood of(RecordFormat format, JsonObject json, byte[] raw, long offset, Place place) {
        EvidenceEnvelope envelope = format.envelope(json);
        Understood understood = new Understood(
                new FoundRecord(format, format.content(json, envelope), raw, offset, place, Integrity.UNSIGNED),
                EnvelopeCheck.of(envelope, place));
        return understood.brokenAtItsSource(json.string(BROKEN_AT_SOURCE));
    }

    /// The same record, with the word of its export that a hash or signature did not hold where it came from. Whatever
    /// holds around it since then, it stays broken.
    public Understood brokenAtItsSource(Optional<String> why) {
        return why.isEmpty() ? this : with(Integrity.broken(why.get()));
    }

    public static Understood of(RecordFormat format, JsonLine line, SourceFile file) {
        return of(format, line.json(), line.raw(), line.offset(), file.place(line.number()));
    }

    /// A record whose text is not in a file as it stands: made of a database's row or of a part of a document.
    public static Understood made(RecordFormat format, JsonObject json, byte[] raw, Place place) {
        return of(format, json, raw, -1, place);
    }

    /// Gives a record that fills a file, or a part of an archive, by itself; one that is none is told.
    ///
    /// @param offset where its text begins in the file, or -1
    public static void give(
            RecordFormat format,
            JsonObject json,
            byte[] raw,
            long offset,
            Place place,
            Integrity integrity,
            RecordSink sink) {
        try {
            of(format, json, raw, offset, place).with(integrity).giveTo(sink);
        } catch (UnreadableRecord e) {
            sink.finding(new Finding(FindingCode.UNREADABLE_FILE, place, String.valueOf(e.getMessage())));
        }
    }

    public Understood with(Integrity integrity) {
        return found.integrity().isBroken() ? this : new Understood(found.with(integrity), trouble);
    }

    public void giveTo(RecordSink sink) {
        sink.record(found);
        trouble.ifPresent(sink::finding);
    }

    /// The same in two parts: what can be done on any thread now, and what is left for its turn.
    public PreparedRecord prepared(RecordSink sink) {
        PreparedRecord rest = sink.prepared(found);
        if (trouble.isEmpty() && !found.integrity().isBroken()) {
            return rest;
        }
        return integrity -> {
            rest.take(found.integrity().isBroken() ? found.integrity() : integrity);
            trouble.ifPresent(sink::finding);
        };
    }

    public Place place() {
        return found.place();
    }
}
