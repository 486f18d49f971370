package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Sensitive;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.view.run.Execution.Answer;
import dev.waybill.view.run.Execution.Asked;
import dev.waybill.view.run.Execution.Attempt;
import dev.waybill.view.run.Execution.Child;
import dev.waybill.view.run.Execution.End;
import dev.waybill.view.run.Execution.Failed;
import dev.waybill.view.run.Execution.Moment;
import dev.waybill.workflow.WorkflowNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything that the nodes of a run did, execution by execution, from its events. What was sensitive when it happened
/// stays masked: the log is folded along, because what a node was given may come from somewhere sensitive.
public final class NodeHistory {

    private final SignedSteps signed;
    private final Map<String, List<Building>> nodes = new LinkedHashMap<>();
    private final Map<String, Long> places = new HashMap<>();
    private @Nullable RunState before;

    private NodeHistory(RunState state, SignedSteps signed) {
        this.signed = signed;
        // A guided run's steps have no inputs; its places tell what they were given.
        this.before = state.isGuided() ? null : Fold.begin(state.header(), state.workflow());
    }

    /// @param events of the whole log
    public static NodeHistory of(RunState state, Iterator<Event> events, SignedSteps signed) {
        NodeHistory history = new NodeHistory(state, signed);
        events.forEachRemaining(history::take);
        return history;
    }

    /// The executions of a node, oldest first.
    public List<Execution> of(String node) {
        return nodes.getOrDefault(node, List.of()).stream()
                .map(building -> building.done(node))
                .toList();
    }

    /// How many attempts were made, of all executions together.
    int attempts(String node) {
        return of(node).stream()
                .mapToInt(execution -> execution.attempts().size())
                .sum();
    }

    /// How long a node was at work.
    ///
    /// @param now for an attempt that goes on
    Duration time(String node, @Nullable Instant now) {
        Duration time = Duration.ZERO;
        for (Execution execution : of(node)) {
            for (Attempt attempt : execution.attempts()) {
                Instant until = attempt.failed() != null
                        ? attempt.failed().at().at()
                        : execution.end() != null ? execution.end().at().at() : now;
                time = until == null
                        ? time
                        : time.plus(Duration.between(attempt.began().at(), until));
            }
        }
        return time;
    }

    private void take(Event event) {
        places.put(event.eventId(), event.sequence());
        switch (event.fact()) {
            case NodeFact fact -> node(fact, event);
            case InterruptFact fact -> question(fact, event);
            case HandOverFact fact -> handOver(fact, event);
            default -> {}
        }
        if (before != null) {
            before = Fold.evolve(before, event);
        }
    }

    private void node(NodeFact fact, Event event) {
        switch (fact) {
            case NodeFact.NodeStarted it -> start(it, event);
            case NodeFact.NodeRetried it -> latest(it.nodeId()).failed(new Failed(moment(event), it.lastError()));
            case NodeFact.NodeCompleted it -> end(event, it.nodeId(), "completed", it.outputs(), null, null);
            case NodeFact.NodeFailed it -> end(event, it.nodeId(), "failed", JsonObject.EMPTY, it.error(), null);
            case NodeFact.NodeCancelled it -> end(event, it.nodeId(), "cancelled", JsonObject.EMPTY, null, it.reason());
            case NodeFact.NodeSkipped it -> {
                executions(it.nodeId()).add(new Building(executions(it.nodeId()).size() + 1));
                end(event, it.nodeId(), "skipped", JsonObject.EMPTY, null, it.reason());
            }
            case NodeFact.NodeProgressed _, NodeFact.NodeSuspended _, NodeFact.NodeResumed _ -> {
                // What a node says and waits for on its way stands in its questions and in the log.
            }
        }
    }

    private void start(NodeFact.NodeStarted start, Event event) {
        if (start.attempt() == 1) {
            executions(start.nodeId()).add(new Building(start.ordinal()));
        }
        latest(start.nodeId()).attempts.add(new Attempt(start.attempt(), moment(event), inputs(start, event), null));
    }

    private JsonObject inputs(NodeFact.NodeStarted start, Event event) {
        JsonObject inputs = event.hidden().object(NodeFold.INPUTS).orElse(JsonObject.EMPTY);
        if (before == null || inputs.isEmpty()) {
            return JsonObject.EMPTY;
        }
        WorkflowNode node = before.workflow().definition().node(start.nodeId()).orElseThrow();
        return Sensitive.masked(before, node, inputs);
    }

    private void end(
            Event event,
            String node,
            String state,
            JsonObject outputs,
            @Nullable RunError error,
            @Nullable String reason) {
        latest(node).end = new End(moment(event), state, outputs, error, reason);
    }

    private void question(InterruptFact fact, Event event) {
        Building execution = latest(fact.nodeId());
        switch (fact) {
            case InterruptFact.InterruptRequested it ->
                execution.questions.add(
                        new Asked(moment(event), it.interruptId(), it.kind(), it.key(), it.data(), List.of(), null));
            case InterruptFact.ApprovalReceived it ->
                execution.voted(
                        it.interruptId(), new Answer(moment(event), it.decidedBy(), new JsonString(it.action())));
            case InterruptFact.InterruptResolved it ->
                execution.resolved(it.interruptId(), new Answer(moment(event), it.resolvedBy(), it.resumeValue()));
            case InterruptFact.ApprovalRequested _,
                    InterruptFact.ClarificationRequested _,
                    InterruptFact.ClarificationResolved _ -> {
                // The same question and the same answer in other words.
            }
        }
    }

    private void handOver(HandOverFact fact, Event event) {
        switch (fact) {
            case HandOverFact.NodeDispatched it -> child(it.nodeId(), it.childRunId(), event);
            case HandOverFact.HandOver it -> child(it.nodeId(), it.childRunId(), event);
            case HandOverFact.ConfidenceEscalated _ -> {}
        }
    }

    private void child(String node, @Nullable String run, Event event) {
        List<Child> children = latest(node).children;
        if (run != null && children.stream().noneMatch(child -> child.runId().equals(run))) {
            children.add(new Child(run, moment(event)));
        }
    }

    private Moment moment(Event event) {
        String cause = event.causationId();
        return new Moment(
                event.sequence(),
                event.timestamp(),
                cause == null ? null : places.get(cause),
                signed.of(event.sequence()));
    }

    private List<Building> executions(String node) {
        return nodes.computeIfAbsent(node, _ -> new ArrayList<>());
    }

    private Building latest(String node) {
        List<Building> executions = executions(node);
        if (executions.isEmpty()) {
            executions.add(new Building(1));
        }
        return executions.getLast();
    }

    /// An execution while its events are read.
    private static final class Building {
        private final int ordinal;
        private final List<Attempt> attempts = new ArrayList<>();
        private final List<Child> children = new ArrayList<>();
        private final List<Asked> questions = new ArrayList<>();
        private @Nullable End end;

        Building(int ordinal) {
            this.ordinal = ordinal;
        }

        void failed(Failed failed) {
            Attempt last = attempts.removeLast();
            attempts.add(new Attempt(last.number(), last.began(), last.inputs(), failed));
        }

        void voted(String interrupt, Answer vote) {
            questions.replaceAll(asked -> asked.interruptId().equals(interrupt) ? asked.voted(vote) : asked);
        }

        void resolved(String interrupt, Answer answer) {
            questions.replaceAll(asked -> asked.interruptId().equals(interrupt) ? asked.resolved(answer) : asked);
        }

        Execution done(String node) {
            return new Execution(node, ordinal, attempts, end, children, questions);
        }
    }
}
