package dev.waybill.journal.memory;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.Times;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A change to a memory. Nothing is overwritten: the newest change of an entry says what it is.
///
/// @param path the writer's place among the runs that share the scope: `""` for a run that shares it with everybody
/// @param run who writes; null when a person does, and not a run
/// @param sequence of the event that tells of it, in that run
/// @param ref which of the scope's memories
/// @param content null when the entry is forgotten
public record MemoryWrite(
        MemoryScope scope,
        String path,
        @Nullable RunId run,
        long sequence,
        String ref,
        String id,
        @Nullable String content,
        List<String> tags,
        Instant createdAt,
        @Nullable Instant expiresAt) {

    /// What is larger belongs into a file that the entry names.
    public static final int MOST_BYTES = 256 * 1024;

    public MemoryWrite {
        MemoryNames.require("memory", ref);
        MemoryNames.require("memory entry's id", id);
        requireKeepable(content);
        tags = List.copyOf(tags);
        tags.forEach(tag -> MemoryNames.require("tag", tag));
        createdAt = Times.micros(createdAt);
        expiresAt = expiresAt == null ? null : Times.micros(expiresAt);
    }

    private static void requireKeepable(@Nullable String content) {
        if (content != null && !StandardCharsets.UTF_8.newEncoder().canEncode(content)) {
            throw new IllegalArgumentException("the content of a memory entry holds a lone surrogate");
        }
        if (content != null && content.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw new IllegalArgumentException("a memory entry has at most %d bytes, found %d"
                    .formatted(MOST_BYTES, content.getBytes(StandardCharsets.UTF_8).length));
        }
    }

    /// What a person writes, or forgets.
    public static MemoryWrite byHand(
            MemoryScope scope,
            String ref,
            String id,
            @Nullable String content,
            List<String> tags,
            Instant at,
            @Nullable Instant expiresAt) {
        return new MemoryWrite(scope, "", null, 0, ref, id, content, tags, at, expiresAt);
    }

    /// The same, told by this event.
    public MemoryWrite at(long event) {
        return new MemoryWrite(scope, path, run, event, ref, id, content, tags, createdAt, expiresAt);
    }

    /// Of its content, for who checks that nobody changed it.
    public Digest digest() {
        return Digest.of(String.valueOf(content).getBytes(StandardCharsets.UTF_8));
    }

    /// What there is to see of it at a time.
    public Optional<MemoryEntry> entry(Instant at) {
        return content == null
                ? Optional.empty()
                : Optional.of(new MemoryEntry(id, content, tags, createdAt, expiresAt))
                        .filter(entry -> !entry.isExpired(at));
    }
}
