package dev.waybill.evidence.index;

import dev.waybill.base.Digest;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.FoundRecord;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an index keeps of a record, made before its turn comes, on any thread. The JSON can go then: many wait at once,
/// and what they hold is moved about by every garbage collection.
///
/// @param content without its facts, which may hold on to the whole JSON
/// @param columns of the table `record`, of which the first two are known when its turn comes
/// @param aliases each once
/// @param links without the task and the commit, which have their columns
/// @param change null when it is no change of a policy
@SuppressWarnings("ArrayRecordComponent")
record PreparedRow(
        RecordFormat format,
        Place place,
        RecordContent content,
        @Nullable Object[] columns,
        List<String> aliases,
        List<QualifiedId> links,
        @Nullable Change change) {

    static final int COLUMNS = 16;

    /// @param at milliseconds since 1970; null when nobody says
    record Change(String lever, String owner, @Nullable Long at) {}

    static PreparedRow of(FoundRecord found) {
        RecordContent content = found.content();
        return new PreparedRow(
                found.format(),
                found.place(),
                content.withoutFacts(),
                columns(found),
                content.aliases().stream().map(QualifiedId::id).distinct().toList(),
                links(content),
                change(content));
    }

    /// In the order of [IndexSchema]. The text is kept when it cannot be read again from its file; else a digest tells
    /// later whether the bytes are still those that were read.
    private static @Nullable Object[] columns(FoundRecord found) {
        RecordContent content = found.content();
        boolean kept = found.offset() < 0;
        return new @Nullable Object[] {
            null,
            null,
            found.place().line(),
            found.offset(),
            found.raw().length,
            kept ? 0 : digest(found.raw()),
            content.id().id(),
            content.time() == null ? null : content.time().text(),
            value(content, Field.CORRELATION),
            value(content, Field.TASK),
            value(content, Field.EPISODE),
            value(content, Field.AGENT),
            value(content, Field.POLICY_VERSION),
            value(content, Field.CONTEXT_HASH),
            content.facts().string(Fact.COMMIT).orElse(null),
            kept ? found.raw() : null
        };
    }

    private static @Nullable String value(RecordContent content, Field field) {
        return content.identity().value(field).orElse(null);
    }

    private static List<QualifiedId> links(RecordContent content) {
        String task = value(content, Field.TASK);
        String commit = content.facts().string(Fact.COMMIT).orElse(null);
        return content.links().stream()
                .filter(link -> !link.id().equals(task) && !link.id().equals(commit))
                .toList();
    }

    private static @Nullable Change change(RecordContent content) {
        if (!PolicyTimes.isChange(content)) {
            return null;
        }
        Long at = PolicyTimes.effective(content)
                .map(time -> time.at().toEpochMilli())
                .orElse(null);
        return PolicyTimes.lever(content)
                .map(lever -> new Change(lever, PolicyTimes.owner(content), at))
                .orElse(null);
    }

    /// The first eight bytes of the hash.
    static long digest(byte[] raw) {
        return ByteBuffer.wrap(Digest.newSha256().digest(raw)).getLong();
    }
}
