package dev.waybill.journal.memory;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import org.jspecify.annotations.Nullable;

/// What of a scope is seen: everything up to a version that was written at or below a path, and what one run wrote
/// itself before one of its events.
///
/// @param path `""` sees everybody's
/// @param version the last change that is seen
/// @param run whose own writes are seen
/// @param before its writes from this event on are not seen
public record MemoryLayer(MemoryScope scope, String path, long version, RunId run, long before) {

    /// Whether a change is seen; the newest one of an entry counts.
    public boolean shows(StoredMemory row) {
        MemoryWrite write = row.write();
        return write.scope().equals(scope) && shows(row.version(), write.path(), write.run(), write.sequence());
    }

    /// Whether a change of the scope is seen.
    ///
    /// @param by the run that made it; null for somebody outside of runs
    public boolean shows(long change, String at, @Nullable RunId by, long sequence) {
        boolean seen = change <= version && at.startsWith(path);
        return seen || (run.equals(by) && sequence < before);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("scope", scope.name())
                .put("path", path)
                .put("version", version)
                .put("run", run.value())
                .put("before", before)
                .build();
    }

    static MemoryLayer ofJson(String tenant, JsonObject json) {
        return new MemoryLayer(
                new MemoryScope(tenant, json.string("scope").orElseThrow()),
                json.string("path").orElseThrow(),
                number(json, "version"),
                new RunId(json.string("run").orElseThrow()),
                number(json, "before"));
    }

    private static long number(JsonObject json, String name) {
        return json.get(name) instanceof JsonNumber number ? number.asInteger().orElseThrow() : 0;
    }
}
