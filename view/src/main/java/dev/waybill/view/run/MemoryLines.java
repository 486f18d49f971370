package dev.waybill.view.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.StoredMemory;
import java.util.ArrayList;
import java.util.List;

/// What agents remember, as programs get it: the protocol's entry, the memory that it is in, and which event of which
/// run wrote it.
public final class MemoryLines {

    private MemoryLines() {}

    public static JsonObject list(List<MemoryWrite> entries) {
        List<JsonValue> all = new ArrayList<>();
        entries.forEach(entry -> all.add(entry(entry)));
        return JsonObject.of("entries", new JsonArray(all));
    }

    public static JsonObject history(List<StoredMemory> changes) {
        List<JsonValue> all = new ArrayList<>();
        changes.forEach(change -> all.add(JsonObject.of("version", change.version())
                .with("forgotten", change.write().content() == null)
                .with("change", entry(change.write()))));
        return JsonObject.of("changes", new JsonArray(all));
    }

    public static JsonObject entry(MemoryWrite write) {
        JsonObject.Builder entry = JsonObject.builder()
                .put("memoryRef", write.ref())
                .put("id", write.id())
                .putIfPresent("content", write.content())
                .put("tags", JsonArray.ofStrings(write.tags()))
                .put("createdAt", Times.format(write.createdAt()))
                .putIfPresent("expiresAt", write.expiresAt() == null ? null : Times.format(write.expiresAt()));
        if (write.run() != null) {
            entry.put("runId", write.run().value()).put("sequence", write.sequence());
        }
        return entry.build();
    }
}
