package dev.waybill.simulator;

import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryLayer;
import dev.waybill.journal.memory.MemoryMark;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.StoredMemory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What agents remember, as the model has it: all changes in one list.
record ModelMemories(ModelState state) implements Memories {

    @Override
    public MemoryMark mark(MemoryScope scope) {
        synchronized (state) {
            return state.memoryMarks.getOrDefault(scope, MemoryMark.NONE);
        }
    }

    @Override
    public List<StoredMemory> read(MemoryLayer layer, @Nullable String ref, @Nullable String id) {
        Map<List<String>, StoredMemory> newest = new LinkedHashMap<>();
        for (StoredMemory row : rows(layer::shows).reversed()) {
            MemoryWrite write = row.write();
            if ((ref == null || ref.equals(write.ref())) && (id == null || id.equals(write.id()))) {
                newest.putIfAbsent(List.of(write.ref(), write.id()), row);
            }
        }
        return List.copyOf(newest.values());
    }

    @Override
    public List<StoredMemory> history(MemoryScope scope, String ref, String id) {
        return rows(row -> row.write().scope().equals(scope)
                && row.write().ref().equals(ref)
                && row.write().id().equals(id));
    }

    private List<StoredMemory> rows(Predicate<StoredMemory> wanted) {
        synchronized (state) {
            return state.memory.stream().filter(wanted).toList();
        }
    }

    @Override
    public List<MemoryScope> scopes(String tenant) {
        synchronized (state) {
            return state.memoryMarks.keySet().stream()
                    .filter(scope -> scope.tenant().equals(tenant))
                    .toList();
        }
    }

    @Override
    public long write(MemoryWrite write) {
        synchronized (state) {
            MemoryMark mark = mark(write.scope());
            long version = mark.version() + 1;
            state.memoryMarks.put(write.scope(), new MemoryMark(version, mark.oldest()));
            state.memory.add(new StoredMemory(version, write));
            return version;
        }
    }

    @Override
    public int forget(Instant before) {
        synchronized (state) {
            int forgotten = 0;
            for (MemoryScope scope : List.copyOf(state.memoryMarks.keySet())) {
                forgotten += forget(scope, before);
            }
            return forgotten;
        }
    }

    private int forget(MemoryScope scope, Instant before) {
        List<StoredMemory> all = rows(row -> row.write().scope().equals(scope));
        long then = all.stream()
                .filter(row -> !row.write().createdAt().isAfter(before))
                .mapToLong(StoredMemory::version)
                .max()
                .orElse(0);
        List<StoredMemory> kept = new ArrayList<>(all);
        kept.removeIf(row -> all.stream()
                .anyMatch(newer -> isSame(row, newer)
                        && newer.write().path().equals(row.write().path())
                        && newer.version() > row.version()
                        && newer.version() <= then));
        if (!scope.isOwn()) {
            List<StoredMemory> left = List.copyOf(kept);
            kept.removeIf(row -> row.version() <= then
                    && row.write().entry(before).isEmpty()
                    && left.stream().noneMatch(older -> isSame(row, older) && older.version() < row.version()));
        }
        int forgotten = all.size() - kept.size();
        if (forgotten > 0) {
            MemoryMark mark = mark(scope);
            state.memory.removeIf(row -> row.write().scope().equals(scope) && !kept.contains(row));
            state.memoryMarks.put(scope, new MemoryMark(mark.version(), Math.max(mark.oldest(), then)));
        }
        return forgotten;
    }

    private static boolean isSame(StoredMemory one, StoredMemory other) {
        return one.write().ref().equals(other.write().ref())
                && one.write().id().equals(other.write().id());
    }
}
