package dev.waybill.evidence.read;

import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;

/// A record on its way into an index.
///
/// @param raw its JSON text, without the line's end
/// @param offset where the text begins in its file; -1 when it is not to be found there as it is (an archive, a
///     database), so that whoever needs it later must keep it
@SuppressWarnings("ArrayRecordComponent")
public record FoundRecord(
        RecordFormat format, RecordContent content, byte[] raw, long offset, Place place, Integrity integrity) {

    FoundRecord with(Integrity known) {
        return new FoundRecord(format, content, raw, offset, place, known);
    }
}
