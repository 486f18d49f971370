package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.engine.node.Memory;
import dev.waybill.engine.node.MemoryDraft;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryEntry;
import dev.waybill.journal.memory.MemoryNames;
import dev.waybill.journal.memory.MemoryView;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.Redaction;
import dev.waybill.journal.memory.RunMemory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The memory of one attempt: what its run saw when it started, and over it what it writes itself.
final class LiveMemory implements Memory {

    /// All writes of an attempt become true in one transaction.
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private final Memories memories;
    private final RunMemory run;
    private final MemoryView view;
    private final Map<String, String> secrets;
    private final InstantSource time;
    private final String attempt;
    private final Consumer<MemoryWrite> teller;
    private final List<MemoryWrite> written = new ArrayList<>();
    private long bytes;

    /// @param secrets values that are not kept, each with its name
    /// @param time the run's logical time
    /// @param attempt names this attempt and no other
    /// @param teller hears of every write
    LiveMemory(
            Memories memories,
            RunMemory run,
            MemoryView view,
            Map<String, String> secrets,
            InstantSource time,
            String attempt,
            Consumer<MemoryWrite> teller) {
        this.memories = memories;
        this.run = run;
        this.view = view;
        this.secrets = secrets;
        this.time = time;
        this.attempt = attempt;
        this.teller = teller;
    }

    @Override
    public List<MemoryEntry> list(String ref, int limit, @Nullable String tag) {
        Instant now = time.instant();
        return changes(ref, null).stream()
                .flatMap(write -> write.entry(now).stream())
                .filter(entry -> tag == null || entry.tags().contains(tag))
                .limit(limit == 0 ? Long.MAX_VALUE : limit)
                .toList();
    }

    @Override
    public Optional<MemoryEntry> get(String ref, String id) {
        return changes(ref, id).stream().findFirst().flatMap(write -> write.entry(time.instant()));
    }

    /// The newest change of each entry, the newest first.
    private List<MemoryWrite> changes(String ref, @Nullable String id) {
        if (!MemoryNames.isName(ref) || (id != null && !MemoryNames.isName(id))) {
            return List.of();
        }
        view.lost(memories).ifPresent(scope -> {
            throw new IllegalStateException(
                    "what the run saw of its memory \"%s\" was thrown away since".formatted(scope.name()));
        });
        Map<String, MemoryWrite> newest = new LinkedHashMap<>();
        Stream.concat(
                        own().stream()
                                .filter(write -> write.ref().equals(ref) && (id == null || id.equals(write.id()))),
                        view.changes(memories, ref, id).stream())
                .forEach(write -> newest.putIfAbsent(write.id(), write));
        return List.copyOf(newest.values());
    }

    private synchronized List<MemoryWrite> own() {
        return written.reversed().stream().toList();
    }

    @Override
    public synchronized MemoryEntry write(String ref, MemoryDraft draft) {
        Instant now = time.instant();
        Redaction redaction = redaction(draft);
        String id = draft.id() == null ? freshId() : draft.id();
        MemoryWrite write = new MemoryWrite(
                run.scope(),
                run.path(),
                run.run(),
                0,
                ref,
                redaction.of(id),
                redaction.of(draft.content()),
                draft.tags().stream().map(redaction::of).toList(),
                now,
                draft.ttl() == null ? null : now.plus(draft.ttl()));
        bytes += String.valueOf(write.content()).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES) {
            throw new IllegalStateException("one attempt remembers at most " + MOST_BYTES + " bytes");
        }
        teller.accept(write);
        written.add(write);
        return new MemoryEntry(
                write.id(), String.valueOf(write.content()), write.tags(), write.createdAt(), write.expiresAt());
    }

    private Redaction redaction(MemoryDraft draft) {
        Map<String, String> all = new LinkedHashMap<>(secrets);
        all.putAll(draft.secrets());
        return new Redaction(all);
    }

    /// The same for every repetition of the attempt.
    private String freshId() {
        byte[] name = (attempt + "\0" + written.size()).getBytes(StandardCharsets.UTF_8);
        return "mem_" + Digest.of(name).hex().substring(0, 26);
    }

    /// What was written, in order; the events that tell of it are not known yet.
    synchronized List<MemoryWrite> written() {
        return List.copyOf(written);
    }
}
