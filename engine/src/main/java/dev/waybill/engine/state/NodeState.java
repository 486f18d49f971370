package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/// What a run knows of one node.
///
/// @param ordinal executions begun, skipped ones too
/// @param recordedEnds ends of executions and attempts in the log; part of the key of a recorded outcome
/// @param arrivals what came in on its edges, by edge
/// @param fired whether this round has started the node
/// @param call what asks for another round from outside the joins: an entry or a back-edge
/// @param parents receipt steps that the current or latest execution follows
/// @param answers to the questions of the current execution, by key
public record NodeState(
        String id,
        int ordinal,
        int recordedEnds,
        Occupation occupation,
        TreePMap<String, Arrival> arrivals,
        boolean fired,
        @Nullable Arrival call,
        List<String> parents,
        TreePMap<String, Told> answers,
        @Nullable NodeEnd last) {

    private static final Occupation IDLE = new Occupation.Idle();

    static NodeState fresh(String id) {
        return new NodeState(id, 0, 0, IDLE, TreePMap.empty(), false, null, List.of(), TreePMap.empty(), null);
    }

    public boolean isIdle() {
        return occupation instanceof Occupation.Idle;
    }

    /// The answers alone, as nodes are given them.
    public JsonObject said() {
        Map<String, JsonValue> said = new LinkedHashMap<>();
        answers.forEach((key, told) -> said.put(key, told.answer()));
        return new JsonObject(said);
    }

    public @Nullable Attempt attempt() {
        return occupation.current();
    }

    NodeState arrived(String edge, Arrival arrival) {
        return new NodeState(
                id,
                ordinal,
                recordedEnds,
                occupation,
                arrivals.plus(edge, arrival),
                fired,
                call,
                parents,
                answers,
                last);
    }

    NodeState called(Arrival by) {
        return new NodeState(id, ordinal, recordedEnds, occupation, arrivals, fired, by, parents, answers, last);
    }

    /// Another round begins: these edges are open again.
    NodeState reopened(List<String> edges) {
        return new NodeState(
                id, ordinal, recordedEnds, occupation, arrivals.minusAll(edges), false, call, parents, answers, last);
    }

    /// A new execution follows from what arrived.
    ///
    /// @param cause the arrival that the event names
    NodeState begun(Occupation doing, @Nullable String cause) {
        return new NodeState(
                id, ordinal + 1, recordedEnds, doing, arrivals, true, null, steps(cause), TreePMap.empty(), last);
    }

    /// A guided run offers the step to its agent, once more on every branch.
    NodeState offered() {
        return new NodeState(id, ordinal + 1, recordedEnds, occupation, arrivals, fired, call, parents, answers, last);
    }

    /// Another attempt follows from the one that failed.
    NodeState tried(Occupation doing, String failedStep) {
        return new NodeState(
                id, ordinal, recordedEnds, doing, arrivals, fired, call, List.of(failedStep), answers, last);
    }

    NodeState doing(Occupation next) {
        return new NodeState(id, ordinal, recordedEnds, next, arrivals, fired, call, parents, answers, last);
    }

    NodeState following(List<String> steps) {
        return new NodeState(id, ordinal, recordedEnds, occupation, arrivals, fired, call, steps, answers, last);
    }

    NodeState told(String key, Told answer) {
        return new NodeState(
                id, ordinal, recordedEnds, occupation, arrivals, fired, call, parents, answers.plus(key, answer), last);
    }

    NodeState attemptEnded(Occupation next) {
        return new NodeState(id, ordinal, recordedEnds + 1, next, arrivals, fired, call, parents, answers, last);
    }

    NodeState ended(NodeEnd end) {
        return new NodeState(
                id, ordinal, recordedEnds + 1, IDLE, arrivals, fired, call, parents, TreePMap.empty(), end);
    }

    /// What an execution starting now would follow from: the call, or every edge that brought it about.
    public List<Arrival> causes() {
        if (call != null) {
            return List.of(call);
        }
        List<Arrival> taken = new ArrayList<>();
        for (Arrival arrival : arrivals.values()) {
            if (arrival.kind() != Arrival.Kind.NOT_TAKEN) {
                taken.add(arrival);
            }
        }
        return List.copyOf(taken.isEmpty() ? arrivals.values() : taken);
    }

    /// The same without what an event brought.
    public NodeState before(EventRef event) {
        List<String> edges = arrivals.entrySet().stream()
                .filter(entry -> entry.getValue().event().equals(event))
                .map(Map.Entry::getKey)
                .toList();
        return new NodeState(
                id, ordinal, recordedEnds, occupation, arrivals.minusAll(edges), fired, call, parents, answers, last);
    }

    /// The cause first: it is the parent of the span, the others are links.
    private List<String> steps(@Nullable String cause) {
        List<Arrival> causes = causes();
        if (causes.size() == 1) {
            return List.of(causes.getFirst().stepId());
        }
        return causes.stream()
                .sorted(Comparator.comparing(arrival -> !arrival.event().id().equals(cause)))
                .map(Arrival::stepId)
                .distinct()
                .toList();
    }

    /// In a fork, what was signed before the fork is signed for by the fork's root.
    NodeState signedBy(String root) {
        TreePMap<String, Arrival> signed = TreePMap.empty();
        for (var entry : arrivals.entrySet()) {
            signed = signed.plus(entry.getKey(), entry.getValue().signedBy(root));
        }
        return new NodeState(
                id,
                ordinal,
                recordedEnds,
                occupation.signedBy(root),
                signed,
                fired,
                call == null ? null : call.signedBy(root),
                parents.isEmpty() ? parents : List.of(root),
                answers,
                last == null ? null : last.signedBy(root));
    }
}
