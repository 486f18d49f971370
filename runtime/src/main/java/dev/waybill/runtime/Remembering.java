package dev.waybill.runtime;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.HandOverPlan.Term;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.SeenMemory;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryNames;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryView;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.RunMemory;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which memory and which workspace new runs have: one that they share, or one of their own over what was seen where
/// they
/// began.
final class Remembering {

    private final Memories memories;
    private final Documents documents;
    private final NodeTypes types;
    private final RunLoader loader;

    Remembering(Memories memories, Documents documents, NodeTypes types, RunLoader loader) {
        this.memories = memories;
        this.documents = documents;
        this.types = types;
        this.loader = loader;
    }

    /// The scope of a run that somebody starts; null when neither it nor what it may hand over to uses memory.
    @Nullable
    String scope(@Nullable String wanted, Collection<WorkflowDefinition> definitions) {
        if (wanted != null && (!MemoryNames.isName(wanted) || new MemoryScope("", wanted).isOwn())) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR, "expected the name of a memory that runs may share, found " + wanted);
        }
        if (definitions.stream().noneMatch(types::usesMemory)) {
            return null;
        }
        return wanted == null ? MemoryScope.SHARED : wanted;
    }

    /// The change of the workspace that a run sees which somebody starts; null when there are no files, and nobody will
    /// ask for one.
    @Nullable
    Long workspace(String tenant, Collection<WorkflowDefinition> definitions) {
        long change = documents.mark(Shelf.workspace(tenant));
        return change == 0 && definitions.stream().noneMatch(types::usesWorkspace) ? null : (Long) change;
    }

    /// The options of a child's header.
    JsonObject child(RunState parent, Effect.CreateChild effect, WorkflowDefinition definition, JsonObject options) {
        return files(parent, effect, definition, remembered(parent, effect, definition, options));
    }

    /// A child writes where its parent does, and sees what its parent's node saw.
    private JsonObject files(
            RunState parent, Effect.CreateChild effect, WorkflowDefinition definition, JsonObject options) {
        RunId child = new RunId(effect.childRunId());
        RunHeader header = parent.header();
        JsonObject plain = options.without(RunWorkspace.OPTION);
        RunWorkspace around = RunWorkspace.of(header).orElse(null);
        if (around == null) {
            return types.usesWorkspace(definition)
                    ? RunWorkspace.of(header.tenant(), child, documents.mark(Shelf.workspace(header.tenant())))
                            .into(plain)
                    : plain;
        }
        Attempt attempt = Objects.requireNonNull(parent.node(effect.nodeId()).attempt());
        return around.shared(SeenMemory.workspaceOf(parent, attempt).orElseThrow(), child)
                .into(plain);
    }

    private JsonObject remembered(
            RunState parent, Effect.CreateChild effect, WorkflowDefinition definition, JsonObject options) {
        RunId child = new RunId(effect.childRunId());
        RunHeader header = parent.header();
        RunMemory around = RunMemory.of(header).orElse(null);
        JsonObject plain = options.without(RunMemory.OPTION);
        if (around == null) {
            return types.usesMemory(definition)
                    ? fresh(header.tenant(), child, effect).into(plain)
                    : plain;
        }
        Attempt attempt = Objects.requireNonNull(parent.node(effect.nodeId()).attempt());
        MemoryView seen = SeenMemory.of(parent, attempt).orElseThrow();
        return (effect.plan().has(Term.ISOLATED)
                        ? RunMemory.over(seen, header.tenant(), child)
                        : around.shared(seen, child))
                .into(plain);
    }

    /// Its parent did not know of any memory.
    private RunMemory fresh(String tenant, RunId child, Effect.CreateChild effect) {
        RunMemory shared = RunMemory.of(MemoryScope.shared(tenant), child);
        return effect.plan().has(Term.ISOLATED)
                ? RunMemory.over(shared.at(memories.mark(shared.scope()).version(), 0), tenant, child)
                : shared;
    }

    /// What a run saw at one of its events.
    ///
    /// @param memory null when it uses none
    /// @param workspace null when it has none
    record Seen(@Nullable MemoryView memory, @Nullable MemoryView workspace) {
        static final Seen NOTHING = new Seen(null, null);
    }

    /// What a fork sees: what its source saw there.
    ///
    /// @throws Refused when that was thrown away
    Seen forked(StoredRun source, long sequence, ForkMode mode) {
        RunHeader header = source.header();
        // A replay reads no files, so nobody has to find out which.
        boolean noFiles = mode.repeats() || RunWorkspace.of(header).isEmpty();
        if (RunMemory.of(header).isEmpty() && noFiles) {
            return Seen.NOTHING;
        }
        RunState state = state(header, sequence);
        MemoryView memory = SeenMemory.now(state).orElse(null);
        if (memory != null && memory.lost(memories).isPresent()) {
            throw unavailable(header.runId(), sequence, oldest(source));
        }
        return new Seen(memory, SeenMemory.workspaceNow(state).orElse(null));
    }

    /// Before its first event a run sees what it sees after it.
    private RunState state(RunHeader header, long sequence) {
        return loader.fold(header, Math.max(1, sequence));
    }

    /// The first event of a run at which it can still be forked; null when there is none. What is seen grows with the
    /// log, so the middle tells which half to look in.
    private @Nullable Long oldest(StoredRun source) {
        long lost = 0;
        long found = source.head() + 1;
        while (found - lost > 1) {
            long middle = lost + (found - lost) / 2;
            if (SeenMemory.now(state(source.header(), middle))
                    .orElseThrow()
                    .lost(memories)
                    .isPresent()) {
                lost = middle;
            } else {
                found = middle;
            }
        }
        return found > source.head() ? null : found;
    }

    static Refused unavailable(RunId source, long sequence, @Nullable Long oldest) {
        return new Refused(
                RefusalCode.REPLAY_MEMORY_SNAPSHOT_UNAVAILABLE,
                "what %s saw at event %d was thrown away after its time%s"
                        .formatted(
                                source, sequence, oldest == null ? "" : "; fork it at event " + oldest + " or later"),
                JsonObject.builder()
                        .put("fromSeq", sequence)
                        .put("sourceRunId", source.value())
                        .put("reason", "retention_expired")
                        .putIfPresent("oldestAvailableIdx", oldest == null ? null : JsonNumber.of(oldest))
                        .build());
    }

    /// What an outcome remembers, each told by its event.
    static List<MemoryWrite> told(List<MemoryWrite> writes, List<Event> events) {
        if (writes.isEmpty()) {
            return List.of();
        }
        Deque<MemoryWrite> open = new ArrayDeque<>(writes);
        List<MemoryWrite> told = new ArrayList<>();
        for (Event event : events) {
            MemoryWrite next = open.peek();
            if (next != null
                    && event.fact() instanceof AgentFact.MemoryWritten fact
                    && fact.memoryId().equals(next.id())
                    && fact.memoryRef().equals(next.ref())) {
                told.add(open.remove().at(event.sequence()));
            }
        }
        if (!open.isEmpty()) {
            throw new IllegalStateException("no event tells of " + open.peek());
        }
        return told;
    }
}
