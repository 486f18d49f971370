package dev.waybill.evidence.index;

import dev.waybill.base.Digest;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.FoundRecord;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What an index keeps of a record, made before its turn comes, on any thread. The JSON can go then: many wait at once,
/// and what they hold is moved about by every garbage collection.
///
/// @param digest tells later whether the bytes are still those that were read
/// @param content without its facts, which may hold on to the whole JSON
/// @param raw the text, when it cannot be read again from its file
/// @param change null when it is no change of a policy
@SuppressWarnings("ArrayRecordComponent")
record PreparedRow(
        RecordFormat format,
        Place place,
        long offset,
        int length,
        long digest,
        byte @Nullable [] raw,
        RecordContent content,
        @Nullable String commit,
        @Nullable Change change) {

    /// @param at milliseconds since 1970; null when nobody says
    record Change(String lever, @Nullable Long at) {}

    static PreparedRow of(FoundRecord found) {
        boolean kept = found.offset() < 0;
        return new PreparedRow(
                found.format(),
                found.place(),
                found.offset(),
                found.raw().length,
                kept ? 0 : digest(found.raw()),
                kept ? found.raw() : null,
                found.content().withoutFacts(),
                found.content().facts().string(Fact.COMMIT).orElse(null),
                change(found.content()));
    }

    private static @Nullable Change change(RecordContent content) {
        if (!PolicyTimes.isChange(content)) {
            return null;
        }
        Long at = PolicyTimes.effective(content)
                .map(time -> time.at().toEpochMilli())
                .orElse(null);
        return PolicyTimes.lever(content).map(lever -> new Change(lever, at)).orElse(null);
    }

    /// The first eight bytes of the hash.
    static long digest(byte[] raw) {
        return ByteBuffer.wrap(Digest.newSha256().digest(raw)).getLong();
    }
}
