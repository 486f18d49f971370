package dev.waybill.engine.decide;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.GuidedFold;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.RunEnvelope;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.event.EventTypes;
import dev.waybill.journal.event.Mask;
import dev.waybill.journal.event.ReplayFact;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.memory.RunMemory;
import dev.waybill.workflow.AgentRef;
import dev.waybill.workflow.WorkflowNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Events in the making: each is folded at once, so that the next one is decided on what is true by then.
public final class Decision {

    /// The clock may go back by less than this without anybody noticing: logical time stands still meanwhile.
    private static final Duration TOLERATED_STEP = Duration.ofMinutes(5);

    private static final String ORIGIN = "waybill/engine";

    private final List<Event> events = new ArrayList<>();
    private final List<RunState> before = new ArrayList<>();
    private final @Nullable ReplayScript script;
    private final @Nullable String policyVersion;
    private final MemoryVersions memories;
    private final @Nullable RunMemory memory;
    private @Nullable JsonNumber workspaceChange;
    private @Nullable HostEvent foreign;
    private @Nullable EvidenceEnvelope usual;
    private RunState state;
    private Instant now;

    /// Repeats what a source did, and tells where it cannot.
    Decision(RunState state, ReplayScript script) {
        this.state = state;
        this.script = script;
        this.policyVersion = null;
        this.memories = MemoryVersions.NONE;
        this.memory = RunMemory.of(state.header()).orElse(null);
        this.now = state.clock();
    }

    /// @param policyVersion of the policy in force; null where none is known
    Decision(RunState state, Instant at, @Nullable String policyVersion, MemoryVersions memories) {
        this.state = state;
        this.script = null;
        this.policyVersion = policyVersion;
        this.memories = memories.forOneDecision();
        this.memory = RunMemory.of(state.header()).orElse(null);
        this.now = at.truncatedTo(ChronoUnit.MICROS);
        Instant last = state.clock();
        if (now.isBefore(last)) {
            boolean grows = state.head() > 0 && !state.isTerminal();
            if (grows && Duration.between(now, last).compareTo(TOLERATED_STEP) >= 0) {
                emit(new RunFact.ClockStepped(last, now), Causes.OUTSIDE);
            } else {
                now = last;
            }
        }
    }

    public RunState state() {
        return state;
    }

    public List<Event> events() {
        return events;
    }

    /// The state before each event: what an attestation looks at.
    public RunState before(int index) {
        return before.get(index);
    }

    /// The logical time of the next event.
    Instant now() {
        return script == null || state.diverged() ? now : script.time(state, now);
    }

    int size() {
        return events.size();
    }

    /// @param cause the event that led to the fact, by the table in `docs/causation.md`; [Causes#OUTSIDE] where none
    /// did
    Event emit(RunEvent fact, @Nullable String cause) {
        return emit(fact, cause, JsonObject.EMPTY, List.of());
    }

    Event emit(RunEvent fact, @Nullable String cause, JsonObject hidden) {
        return emit(fact, cause, hidden, List.of());
    }

    /// What an event on another host led to.
    Event emit(RunEvent fact, HostEvent cause, JsonObject hidden) {
        foreign = cause;
        try {
            return emit(fact, cause.eventId(), hidden, List.of());
        } finally {
            foreign = null;
        }
    }

    /// @param sensitive places of the payload that nobody outside may see, beside those that the definition names
    Event emit(RunEvent fact, @Nullable String cause, JsonObject hidden, List<String> sensitive) {
        List<String> pointers = new ArrayList<>(Sensitive.parts(state, fact));
        pointers.addAll(sensitive);
        JsonObject parts = Mask.parts(fact, pointers);
        return record(Mask.over(fact, parts), parts.isEmpty() ? hidden : hidden.with(Mask.MEMBER, parts), cause);
    }

    /// Lets the run see its memory and its workspace as they are by now, from the next event on; a replay sees what its
    /// source saw.
    ///
    /// @param hidden of that event
    JsonObject seeing(JsonObject hidden) {
        JsonObject seen = hidden;
        if (memory != null) {
            seen = script != null ? repeated(seen, RunMemory.SEEN) : seen.with(RunMemory.SEEN, memoryVersion(memory));
        }
        RunWorkspace workspace = RunWorkspace.of(state.header()).orElse(null);
        if (workspace != null) {
            seen = script != null
                    ? repeated(seen, RunWorkspace.SEEN)
                    : seen.with(RunWorkspace.SEEN, workspaceChange(workspace));
        }
        return seen;
    }

    private JsonNumber memoryVersion(RunMemory of) {
        return JsonNumber.of(memories.newest(of.scope(), state.position()));
    }

    private JsonNumber workspaceChange(RunWorkspace of) {
        if (workspaceChange == null) {
            // A run that starts sees what its header says that it saw.
            workspaceChange = JsonNumber.of(
                    state.head() == 0 && of.start() > 0
                            ? of.start()
                            : memories.workspace(of.place().scope()));
        }
        return workspaceChange;
    }

    /// Children and others write while a run waits. So every event says how far its memory has come, where that is
    /// news: a fork sees what was there, not what the last node that remembers saw.
    private JsonObject remembering(JsonObject hidden) {
        if (memory == null || hidden.get(RunMemory.SEEN) != null) {
            return hidden;
        }
        if (script != null) {
            return repeated(hidden, RunMemory.SEEN);
        }
        JsonNumber version = memoryVersion(memory);
        return version.equals(JsonNumber.of(state.position().memory())) ? hidden : hidden.with(RunMemory.SEEN, version);
    }

    private JsonObject repeated(JsonObject hidden, String member) {
        JsonValue seen = Objects.requireNonNull(script).seen(state, member);
        return seen == null ? hidden : hidden.with(member, seen);
    }

    /// Emits what another run recorded, as it is.
    Event repeat(Event recorded, @Nullable String causationId) {
        String host = recorded.causationHostId();
        if (host != null && causationId != null && causationId.equals(recorded.causationId())) {
            foreign = new HostEvent(host, causationId);
        }
        try {
            return record(recorded.fact(), recorded.hidden(), causationId);
        } finally {
            foreign = null;
        }
    }

    private Event record(RunEvent fact, JsonObject told, @Nullable String causationId) {
        JsonObject hidden = remembering(told);
        if (script == null) {
            return append(fact, hidden, causationId);
        }
        if (state.diverged()) {
            return append(script.handOver(fact), hidden, causationId);
        }
        now = script.time(state, now);
        RunEvent repeated = script.repeated(state, fact);
        ReplayFact.ReplayDiverged divergence = script.compare(state, repeated, hidden, causationId);
        if (divergence != null) {
            // What led here leads on from here, another way.
            append(divergence, JsonObject.EMPTY, causationId);
        }
        return append(repeated, hidden, causationId);
    }

    /// States that the replay goes another way from here.
    void diverge(ReplayFact divergence) {
        diverge(divergence, Causes.start(state));
    }

    /// @param causationId what the other way follows from
    Event diverge(ReplayFact divergence, @Nullable String causationId) {
        return append(divergence, JsonObject.EMPTY, causationId);
    }

    private Event append(RunEvent fact, JsonObject hidden, @Nullable String causationId) {
        Event event = new Event(
                state.header().runId(),
                state.head(),
                Names.event(state.header(), state.head(), state.diverged()),
                now,
                causationId,
                foreign == null || !EventTypes.tellsHost(fact.type()) ? null : foreign.hostId(),
                fact,
                envelope(fact, hidden),
                hidden);
        before.add(state);
        state = Fold.evolve(state, event);
        events.add(event);
        return event;
    }

    private EvidenceEnvelope envelope(RunEvent fact, JsonObject hidden) {
        EvidenceEnvelope envelope = envelope();
        String agent = state.isGuided() ? GuidedFold.agent(hidden) : agent(fact.nodeId());
        return agent == null || envelope.isEmpty() ? envelope : envelope.with(EvidenceEnvelope.AGENT_ID, agent);
    }

    /// Behind a run's first event all that is decided at once carries the same; a replay carries what its source did.
    private EvidenceEnvelope envelope() {
        if (script != null || state.head() == 0) {
            return RunEnvelope.of(state.header(), ORIGIN, policyVersion(), state.head() == 0);
        }
        if (usual == null) {
            usual = RunEnvelope.of(state.header(), ORIGIN, policyVersion, false);
        }
        return usual;
    }

    /// A replay is not emitted under any policy: it shows what its source was under.
    private @Nullable String policyVersion() {
        return script == null ? policyVersion : script.policyVersion(state);
    }

    private @Nullable String agent(@Nullable String nodeId) {
        return Optional.ofNullable(nodeId)
                .flatMap(state.workflow().definition()::node)
                .map(WorkflowNode::agent)
                .map(AgentRef::agentId)
                .orElse(null);
    }
}
