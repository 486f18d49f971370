package dev.waybill.engine.decide;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.GuidedFold;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.Mask;
import dev.waybill.journal.event.ModelFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.event.ReplayFact;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.event.VerdictFact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the source of a replay did: by place as long as the replay follows it, by execution afterwards.
public final class ReplayScript {

    private final RunId source;
    private final List<Event> events;
    private final Map<String, List<Event>> ends = new LinkedHashMap<>();
    private final Map<String, Event> resolutions = new LinkedHashMap<>();
    private final Recheck recheck;
    private final Map<String, Optional<Boolean>> rechecked = new LinkedHashMap<>();
    private final Map<String, Optional<JsonObject>> rerun = new LinkedHashMap<>();

    /// @param events the source's whole log
    public ReplayScript(RunId source, List<Event> events) {
        this(source, events, Recheck.NEVER);
    }

    /// @param recheck asked at most once for each outcome
    public ReplayScript(RunId source, List<Event> events, Recheck recheck) {
        this.source = source;
        this.events = List.copyOf(events);
        this.recheck = recheck;
        index();
    }

    /// Outcomes by node and the number of its recorded ends: in a loop, and over retries, each has a key of its own.
    private void index() {
        Map<String, Integer> counted = new LinkedHashMap<>();
        Map<String, List<Event>> writes = new LinkedHashMap<>();
        Map<String, String> keys = new LinkedHashMap<>();
        for (Event event : events) {
            String node = event.nodeId();
            switch (event.fact()) {
                case NodeFact.NodeStarted _ -> writes.put(Objects.requireNonNull(node), new ArrayList<>());
                case HandOverFact.HandOver began
                when began.phase() == HandOverPhase.DISPATCH_BEGAN
                        && !HandOver.resumes(event)
                        && writes.getOrDefault(node, List.of()).isEmpty() -> {
                    // It follows from the node's start, or from the decision.
                }
                case HandOverFact.ConfidenceEscalated _ when !event.hidden().has(HandOver.INDEX) -> {
                    // It follows from the decision.
                }
                case DataFact _, HandOverFact _, OrchestratorFact _, VerdictFact _, ActivityFact _ -> {
                    if (node != null) {
                        writes.computeIfAbsent(node, _ -> new ArrayList<>()).add(event);
                    }
                }
                case NodeFact.NodeCompleted _,
                        NodeFact.NodeFailed _,
                        NodeFact.NodeRetried _,
                        NodeFact.NodeCancelled _,
                        NodeFact.NodeSkipped _ -> {
                    String id = Objects.requireNonNull(node);
                    List<Event> end = new ArrayList<>(writes.getOrDefault(id, List.of()));
                    end.add(event);
                    ends.put(key(id, counted.merge(id, 1, Integer::sum)), end);
                }
                // A part of what the activity came to: in between others worked for it.
                case NodeFact.NodeResumed resumed
                when resumed.interruptId() == null ->
                    writes.computeIfAbsent(resumed.nodeId(), _ -> new ArrayList<>())
                            .add(event);
                case InterruptFact.InterruptRequested asked -> keys.put(asked.interruptId(), asked.key());
                case InterruptFact.InterruptResolved resolved ->
                    resolutions.put(keys.getOrDefault(resolved.interruptId(), ""), event);
                default -> {
                    // Nothing that a run asked for.
                }
            }
        }
    }

    private static String key(String node, int end) {
        return node + "#" + end;
    }

    RunId source() {
        return source;
    }

    /// The source's event at a place; null behind its end.
    @Nullable
    Event at(long sequence) {
        return sequence < events.size() ? events.get((int) sequence) : null;
    }

    /// The event of the source's log that led to another one; null where nothing in that log did.
    @Nullable
    Event cause(Event event) {
        return events.subList(0, (int) event.sequence()).reversed().stream()
                .filter(earlier -> earlier.eventId().equals(event.causationId()))
                .findFirst()
                .orElse(null);
    }

    /// Whether the source went on by itself here, so that a replay must come to the same; everything else came from
    /// outside, or belongs to what came from outside, and is served.
    boolean followsByItself(RunState state) {
        Event next = at(state.head());
        if (next == null) {
            return true;
        }
        return switch (next.fact()) {
            case NodeFact.NodeStarted started -> started.attempt() == 1;
            case NodeFact.NodeSkipped _, RunFact.RunCompleted _, RunFact.RunCancelled _ -> true;
            case NodeFact.NodeCancelled _, RunFact.RunFailed _ -> state.phase() == Phase.ENDING;
            case RunFact.RunPaused _ -> state.phase() == Phase.PAUSING;
            case DataFact.CapBreached breached ->
                breached.kind().equals(Breaches.NODE_EXECUTIONS) && breached.scope() == null;
            default -> false;
        };
    }

    /// The hand-over, the reports, the writes and the end of a node's execution; null when the source never got there.
    @Nullable
    List<Event> outcome(String node, int end) {
        return ends.get(key(node, end));
    }

    /// What there is to say when somebody refuses now what he once answered, or the other way round; null when the next
    /// event begins no outcome, or nothing has changed.
    ReplayFact.@Nullable DivergedAtRefusal refusal(RunState state, Event next) {
        NodeState node = working(state, next);
        List<Event> outcome = node == null ? null : begun(node, next);
        if (node == null || outcome == null) {
            return null;
        }
        int end = node.recordedEnds() + 1;
        boolean refused = outcome.stream().anyMatch(event -> event.fact() instanceof ModelFact.EnvelopeRefusal);
        if (!refused && !(outcome.getLast().fact() instanceof NodeFact.NodeCompleted)) {
            return null;
        }
        Optional<Boolean> now =
                rechecked.computeIfAbsent(key(node.id(), end), _ -> recheck.isRefusedNow(state, node.id()));
        return now.isEmpty() || now.get() == refused
                ? null
                : new ReplayFact.DivergedAtRefusal(
                        source.value(),
                        state.head(),
                        outcome.getLast().eventId(),
                        refused ? "refusal" : "valid",
                        refused ? "valid" : "refusal",
                        node.id());
    }

    /// What there is to say when a node that claims to be pure gives something else than it once gave; null when the
    /// next
    /// event begins no such outcome, or it is the same. Where secrets are masked in the source, nobody can tell.
    ReplayFact.@Nullable ReplayDiverged rerun(RunState state, Event next) {
        NodeState node = working(state, next);
        List<Event> outcome = node == null ? null : begun(node, next);
        if (node == null
                || outcome == null
                || outcome.getLast().hidden().get(Mask.MEMBER) != null
                || !(outcome.getLast().fact() instanceof NodeFact.NodeCompleted recorded)) {
            return null;
        }
        Optional<JsonObject> now =
                rerun.computeIfAbsent(key(node.id(), node.recordedEnds() + 1), _ -> recheck.again(state, node.id()));
        return now.isEmpty() || Jcs.canonical(now.get()).equals(Jcs.canonical(recorded.outputs()))
                ? null
                : diverged(state, outcome.getLast(), "output", new NodeFact.NodeCompleted(node.id(), now.get()));
    }

    private static @Nullable NodeState working(RunState state, Event next) {
        NodeState node = next.nodeId() == null ? null : state.nodes().get(next.nodeId());
        return node != null && node.occupation() instanceof Occupation.Working ? node : null;
    }

    /// The outcome that begins with an event; null when none does.
    private @Nullable List<Event> begun(NodeState node, Event next) {
        List<Event> outcome = outcome(node.id(), node.recordedEnds() + 1);
        return outcome != null && outcome.getFirst().sequence() == next.sequence() ? outcome : null;
    }

    @Nullable
    Event resolution(String interruptKey) {
        return resolutions.get(interruptKey);
    }

    /// Logical time is the source's, as long as the replay follows it.
    Instant time(RunState state, Instant now) {
        Event original = at(state.head());
        return original == null ? now : original.timestamp();
    }

    /// The policy that the source's event was under; null where it names none, or the ways have parted.
    @Nullable
    String policyVersion(RunState state) {
        Event original = state.diverged() ? null : at(state.head());
        return original == null
                ? null
                : original.envelope().text(EvidenceEnvelope.POLICY_VERSION).orElse(null);
    }

    /// The version of its memory or its workspace that the source saw from its event here on; null where it went on
    /// with
    /// an earlier one, or the ways have parted.
    @Nullable
    JsonValue seen(RunState state, String member) {
        Event original = state.diverged() ? null : at(state.head());
        return original == null ? null : original.hidden().get(member);
    }

    /// Hand-overs are shown as the source's: no child is made.
    RunEvent repeated(RunState state, RunEvent fact) {
        Event original = at(state.head());
        if (original != null
                && fact instanceof OrchestratorFact.Decided now
                && original.fact() instanceof OrchestratorFact.Decided then
                && then.iteration() == null) {
            // What was recorded before hosts counted aloud is repeated as it was.
            return new OrchestratorFact.Decided(now.nodeId(), now.agentId(), now.decision(), null);
        }
        if (original == null || !(fact instanceof HandOverFact)) {
            return fact;
        }
        boolean same = original.type().equals(fact.type()) && Objects.equals(original.nodeId(), fact.nodeId());
        return same ? original.fact() : fact;
    }

    /// Once the ways have parted, a hand-over still names the source: no other run will ever have handed over.
    RunEvent handOver(RunEvent fact) {
        return fact instanceof HandOverFact handOver ? handOver.from(source.value()) : fact;
    }

    /// What the replay has to say before it goes on differently; null when it is the same.
    ReplayFact.@Nullable ReplayDiverged compare(
            RunState state, RunEvent fact, JsonObject hidden, @Nullable String causationId) {
        Event original = at(state.head());
        if (original == null) {
            return diverged(state, null, "extra", fact);
        }
        if (!original.type().equals(fact.type()) || !Objects.equals(original.nodeId(), fact.nodeId())) {
            return diverged(state, original, "type-mismatch", fact);
        }
        boolean same = original.fact().payload().equals(fact.payload())
                && Objects.equals(original.hidden().get(Mask.MEMBER), hidden.get(Mask.MEMBER))
                && Objects.equals(original.hidden().get(GuidedFold.GUIDED), hidden.get(GuidedFold.GUIDED))
                && Objects.equals(original.causationId(), causationId);
        return same ? null : diverged(state, original, "output", fact);
    }

    /// The source went a way that a replay does not go.
    ReplayFact.ReplayDiverged missing(RunState state, Event original) {
        return new ReplayFact.ReplayDiverged(
                source.value(),
                state.head(),
                original.eventId(),
                "missing",
                original.type(),
                shown(original.fact()),
                null);
    }

    private ReplayFact.ReplayDiverged diverged(RunState state, @Nullable Event original, String kind, RunEvent fact) {
        return new ReplayFact.ReplayDiverged(
                source.value(),
                state.head(),
                original == null ? null : original.eventId(),
                kind,
                fact.nodeId() == null ? fact.type() : fact.type() + " of " + fact.nodeId(),
                original == null ? null : shown(original.fact()),
                shown(fact));
    }

    private static JsonValue shown(RunEvent fact) {
        return JsonObject.EMPTY.with("type", new JsonString(fact.type())).with("payload", fact.payload());
    }
}
