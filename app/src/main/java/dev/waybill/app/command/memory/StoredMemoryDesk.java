package dev.waybill.app.command.memory;

import dev.waybill.app.host.RunIds;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.TenantMemory;
import dev.waybill.view.run.MemoryLines;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A tenant's memory in a store.
///
/// @param store closed with the desk
record StoredMemoryDesk(RunStore store, TenantMemory memory, MemoryScope scope, InstantSource clock)
        implements MemoryDesk {

    @Override
    public JsonObject now(@Nullable String ref) {
        return MemoryLines.list(memory.now(scope, ref, null, clock.instant()).entries());
    }

    @Override
    public JsonObject seenBy(String run, @Nullable Long before, @Nullable String ref) {
        return MemoryLines.list(
                memory.before(RunIds.resolve(store, run), before, ref, null).entries());
    }

    @Override
    public JsonObject get(String ref, String id) {
        return memory.now(scope, ref, id, clock.instant()).entries().stream()
                .findFirst()
                .map(MemoryLines::entry)
                .orElseThrow(() -> MemoryOptions.unknown(ref, id));
    }

    @Override
    public JsonObject history(String ref, String id) {
        return MemoryLines.history(memory.history(scope, ref, id));
    }

    @Override
    public JsonObject set(String ref, String id, String content, List<String> tags, @Nullable Duration ttl) {
        return MemoryLines.entry(memory.set(scope, ref, id, content, tags, clock.instant(), ttl));
    }

    @Override
    public void delete(String ref, String id) {
        if (!memory.delete(scope, ref, id, clock.instant())) {
            throw MemoryOptions.unknown(ref, id);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
