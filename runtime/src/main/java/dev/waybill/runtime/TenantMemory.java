package dev.waybill.runtime;

import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.SeenMemory;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryLayer;
import dev.waybill.journal.memory.MemoryMark;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryView;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.StoredMemory;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The memory of a tenant for those outside of runs: people, and programs over the network. What they write, nodes see
/// that start afterwards.
public final class TenantMemory {

    /// Sees everybody's writes, and has none of its own.
    private static final RunId NOBODY = new RunId("run_00000000000000000000000000");

    private final Memories memories;
    private final RunStore store;
    private final RunLoader loader;
    private final Caller caller;
    private final String tenant;

    private TenantMemory(RunStore store, RunLoader loader, Caller caller, String tenant) {
        this.memories = store.memories();
        this.store = store;
        this.loader = loader;
        this.caller = caller;
        this.tenant = tenant;
    }

    /// @param tenant whose memory it is; one that the caller does not see is as empty as one that is not there
    /// @throws Refused when the caller may not read memory
    public static TenantMemory of(RunStore store, Caller caller, String tenant) {
        caller.require(Scope.WORKSPACE_READ);
        if (!caller.sees(tenant)) {
            throw new Refused(RefusalCode.FORBIDDEN, "the memory of another tenant is not to be looked at");
        }
        return new TenantMemory(store, new RunLoader(store, new Definitions(store)), caller, tenant);
    }

    /// What is to be seen of a memory.
    ///
    /// @param at the time by which entries have expired or not
    public record Seen(List<MemoryWrite> entries, Instant at) {
        public Seen {
            entries = List.copyOf(entries);
        }
    }

    /// @throws Refused when no scope could be called so
    public MemoryScope scope(@Nullable String name) {
        return valid(() -> new MemoryScope(tenant, name == null ? MemoryScope.SHARED : name));
    }

    public MemoryMark mark(MemoryScope scope) {
        return memories.mark(scope);
    }

    /// What a scope says now, the newest first.
    ///
    /// @param ref one memory; null means all of them
    public Seen now(MemoryScope scope, @Nullable String ref, @Nullable String id, Instant at) {
        MemoryView everything = new MemoryView(List.of(new MemoryLayer(scope, "", Long.MAX_VALUE, NOBODY, 0)));
        return seen(everything, ref, id, at);
    }

    /// What a run saw before one of its events, or where its log ends.
    ///
    /// @param sequence null means now
    /// @throws Refused when there is no such run, as far as the caller may know, or what it saw was thrown away
    public Seen before(RunId run, @Nullable Long sequence, @Nullable String ref, @Nullable String id) {
        caller.require(Scope.RUNS_READ);
        loader.requireSeen(caller, run);
        StoredRun stored = store.run(run).orElseThrow();
        long place = sequence == null ? stored.head() : sequence;
        if (place < 0 || place > stored.head()) {
            throw new Refused(
                    RefusalCode.INVALID_FROM_SEQ,
                    "expected a sequence from 0 to %d, found %d".formatted(stored.head(), place));
        }
        RunHeader header = loader.found(run).header();
        RunState state = loader.fold(header, Math.max(1, place));
        Optional<MemoryView> view = SeenMemory.now(state);
        if (view.isPresent() && view.get().lost(memories).isPresent()) {
            throw Remembering.unavailable(run, place, null);
        }
        return view.map(seen -> seen(seen, ref, id, state.clock())).orElse(new Seen(List.of(), state.clock()));
    }

    private Seen seen(MemoryView view, @Nullable String ref, @Nullable String id, Instant at) {
        List<MemoryWrite> entries = view.changes(memories, ref, id).stream()
                .filter(write -> write.entry(at).isPresent())
                .toList();
        return new Seen(entries, at);
    }

    /// All changes of an entry that are still there, the oldest first.
    public List<StoredMemory> history(MemoryScope scope, String ref, String id) {
        return memories.history(scope, ref, id);
    }

    /// @param ttl null means for ever
    /// @throws Refused when the caller may not write, or something is no name or too large
    public MemoryWrite set(
            MemoryScope scope,
            String ref,
            String id,
            String content,
            List<String> tags,
            Instant at,
            @Nullable Duration ttl) {
        caller.require(Scope.WORKSPACE_WRITE);
        MemoryWrite write =
                valid(() -> MemoryWrite.byHand(scope, ref, id, content, tags, at, ttl == null ? null : at.plus(ttl)));
        memories.write(write);
        return write;
    }

    /// @return false when there is no such entry
    public boolean delete(MemoryScope scope, String ref, String id, Instant at) {
        caller.require(Scope.WORKSPACE_WRITE);
        boolean there = !now(scope, ref, id, at).entries().isEmpty();
        if (there) {
            memories.write(MemoryWrite.byHand(scope, ref, id, null, List.of(), at, null));
        }
        return there;
    }

    private static <R> R valid(Supplier<R> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new Refused(RefusalCode.VALIDATION_ERROR, String.valueOf(e.getMessage()));
        }
    }
}
