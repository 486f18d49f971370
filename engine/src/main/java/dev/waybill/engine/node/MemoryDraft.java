package dev.waybill.engine.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Something to remember: `MemoryDraft.of("prefers trains").tagged("travel").expiringAfter(Duration.ofDays(30))`.
///
/// @param ttl how long from now; null means for ever
/// @param id of the entry, which replaces an earlier one of that id; null makes a new one
/// @param secrets values that must not be kept, besides the run's own, each with the name that is kept instead
public record MemoryDraft(
        String content,
        List<String> tags,
        @Nullable Duration ttl,
        @Nullable String id,
        Map<String, String> secrets) {

    public MemoryDraft {
        tags = List.copyOf(tags);
        secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
        if (ttl != null && ttl.isNegative()) {
            throw new IllegalArgumentException("an entry is kept for no time or longer, found " + ttl);
        }
    }

    public static MemoryDraft of(String content) {
        return new MemoryDraft(content, List.of(), null, null, Collections.emptyMap());
    }

    public MemoryDraft tagged(String tag) {
        List<String> more = new ArrayList<>(tags);
        more.add(tag);
        return new MemoryDraft(content, more, ttl, id, secrets);
    }

    public MemoryDraft expiringAfter(Duration time) {
        return new MemoryDraft(content, tags, time, id, secrets);
    }

    public MemoryDraft under(String entry) {
        return new MemoryDraft(content, tags, ttl, entry, secrets);
    }

    /// Keeps a name instead of a value that only the activity knows to be secret.
    public MemoryDraft hiding(String value, String name) {
        Map<String, String> more = new LinkedHashMap<>(secrets);
        more.put(value, name);
        return new MemoryDraft(content, tags, ttl, id, more);
    }
}
