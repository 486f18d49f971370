package dev.waybill.journal.memory;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.Times;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something that is remembered, in the protocol's shape.
///
/// @param createdAt the writer's logical time
/// @param expiresAt from then on nobody sees it; null when it stays
public record MemoryEntry(
        String id,
        String content,
        List<String> tags,
        Instant createdAt,
        @Nullable Instant expiresAt) {

    public MemoryEntry {
        tags = List.copyOf(tags);
    }

    public boolean isExpired(Instant at) {
        return expiresAt != null && !at.isBefore(expiresAt);
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("id", id)
                .put("content", content)
                .put("tags", JsonArray.ofStrings(tags))
                .put("createdAt", Times.format(createdAt))
                .putIfPresent("expiresAt", expiresAt == null ? null : Times.format(expiresAt))
                .build();
    }
}
