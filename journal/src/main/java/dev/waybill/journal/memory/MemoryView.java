package dev.waybill.journal.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a run sees at one of its events: layers, of which an upper one hides what a lower one says of the same entry.
/// It never changes, whatever is written later.
public record MemoryView(List<MemoryLayer> layers) {

    public MemoryView {
        layers = List.copyOf(layers);
    }

    /// The newest change of each entry, the newest first; entries that were forgotten are among them.
    ///
    /// @param ref one memory; null means all of them
    /// @param id one entry; null means all of them
    public List<MemoryWrite> changes(Memories memories, @Nullable String ref, @Nullable String id) {
        Map<String, MemoryWrite> newest = new LinkedHashMap<>();
        for (MemoryLayer layer : layers) {
            for (StoredMemory row : memories.read(layer, ref, id)) {
                newest.putIfAbsent(row.write().ref() + "\0" + row.write().id(), row.write());
            }
        }
        return List.copyOf(newest.values());
    }

    /// The entries of a memory at a time, the newest first.
    public List<MemoryEntry> entries(Memories memories, String ref, Instant at) {
        List<MemoryEntry> entries = new ArrayList<>();
        changes(memories, ref, null).forEach(write -> write.entry(at).ifPresent(entries::add));
        return entries;
    }

    public Optional<MemoryEntry> entry(Memories memories, String ref, String id, Instant at) {
        return changes(memories, ref, id).stream().findFirst().flatMap(write -> write.entry(at));
    }

    /// The scope of which this view has been thrown away, if there is one.
    public Optional<MemoryScope> lost(Memories memories) {
        return layers.stream()
                .filter(layer -> layer.version() < memories.mark(layer.scope()).oldest())
                .map(MemoryLayer::scope)
                .findFirst();
    }
}
