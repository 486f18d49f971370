package dev.waybill.evidence.index;

import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.FoundRecord;
import org.jspecify.annotations.Nullable;

/// What an index keeps of a record, made before its turn comes. Of the record itself it holds nothing that can be read
/// again: many wait at once, and what they hold is moved about by every garbage collection.
///
/// @param raw the text, when it cannot be read again from its file
/// @param change null when it is no change of a policy
@SuppressWarnings("ArrayRecordComponent")
record PreparedRow(
        RecordFormat format,
        Place place,
        long offset,
        int length,
        byte @Nullable [] raw,
        RecordKeys keys,
        @Nullable Change change) {

    /// @param time under which the change is found, see [PolicyTimes]
    record Change(String lever, long time) {}

    static PreparedRow of(FoundRecord found, int hashBits) {
        return new PreparedRow(
                found.format(),
                found.place(),
                found.offset(),
                found.raw().length,
                found.offset() < 0 ? found.raw() : null,
                RecordKeys.of(found.content()),
                change(found.content(), hashBits));
    }

    private static @Nullable Change change(RecordContent content, int hashBits) {
        if (!PolicyTimes.isChange(content)) {
            return null;
        }
        return PolicyTimes.lever(content)
                .map(lever -> new Change(
                        lever,
                        PolicyTimes.key(lever, PolicyTimes.effective(content).orElse(null), hashBits)))
                .orElse(null);
    }
}
