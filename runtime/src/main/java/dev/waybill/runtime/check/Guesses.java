package dev.waybill.runtime.check;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.GuidedCommands;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.ApprovalGate;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.state.ChildEnd;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.runtime.RunReader;
import dev.waybill.workflow.WorkflowEdge;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a run may have been told at one place of its log, seen from the events that follow there.
final class Guesses {

    private final RunReader runs;
    private final RunState state;
    private final List<Event> events;
    private final int place;
    private final Instant at;
    private final ReadLog log;

    /// @param events the run's whole log
    Guesses(RunReader runs, RunState state, List<Event> events) {
        this.runs = runs;
        this.state = state;
        this.events = events;
        int head = (int) state.head();
        this.at = events.get(head).timestamp();
        this.place = Math.min(head + told(state, events.get(head)), events.size() - 1);
        this.log = new ReadLog(events, place);
    }

    /// How many events a decision begins with, whatever the command was: a clock that stepped, and what a branch
    /// changes.
    private static int told(RunState state, Event first) {
        int stepped = first.fact() instanceof RunFact.ClockStepped ? 1 : 0;
        return state.header().origin() instanceof Origin.Fork fork
                        && fork.mode() == ForkMode.BRANCH
                        && fork.sequence() == state.head()
                        && state.phase() != Phase.UNBORN
                        && !state.isTerminal()
                ? stepped
                        + fork.overlay()
                                .object("variables")
                                .orElse(JsonObject.EMPTY)
                                .members()
                                .size()
                : stepped;
    }

    /// The likely ones first; that time has passed explains what nothing else does.
    List<Command> commands() {
        Event next = events.get(place);
        List<Command> guesses = new ArrayList<>();
        switch (next.fact()) {
            case RunFact fact -> run(fact, guesses);
            case ActivityFact fact -> reported(fact, guesses);
            case InterruptFact fact -> interrupt(fact, guesses);
            case HandOverFact.NodeDispatched fact ->
                guesses.add(new Command.ConfirmHandOver(at, fact.nodeId(), fact.childRunId()));
            case HandOverFact.HandOver fact -> handOver(next, fact, guesses);
            case VerdictFact fact -> criticEnd(fact.nodeId(), next, guesses);
            case DataFact.LogAppended fact
            when next.hidden().has(HandOver.BY_CRITIC) ->
                criticEnd(Objects.requireNonNull(fact.nodeId()), next, guesses);
            case DataFact.VariableChanged fact
            when fact.nodeId() == null ->
                log.changes().reversed().forEach(values -> guesses.add(new Command.SetVariables(at, values)));
            case DataFact.CapBreached fact
            when fact.scope() != null -> {
                refused(guesses);
                outcome(next.nodeId(), List.of(), guesses);
            }
            default -> {
                GuidedCommands.of(next).ifPresent(guesses::add);
                outcome(next.nodeId(), List.of(), guesses);
                childEnd(next.nodeId(), guesses);
            }
        }
        guesses.add(new Command.Advance(at));
        return guesses;
    }

    private void run(RunFact fact, List<Command> guesses) {
        switch (fact) {
            case RunFact.RunStarted it ->
                guesses.add(new Command.Start(
                        at,
                        it.inputs(),
                        it.configurable(),
                        it.metadata(),
                        cause(),
                        events.get(place).causationHostId()));
            case RunFact.RunCancelling it ->
                guesses.add(new Command.Cancel(at, it.reason(), it.cancelledBy(), it.parentRunId(), cause()));
            case RunFact.RunPausing it ->
                guesses.add(new Command.Pause(at, it.reason(), DrainPolicy.DRAIN_CURRENT_NODE));
            case RunFact.RunPaused it -> guesses.add(new Command.Pause(at, it.reason(), it.drainPolicy()));
            case RunFact.RunResumed _ -> guesses.add(new Command.Resume(at));
            case RunFact.RunFailing it -> guesses.add(new Command.Abort(at, it.error()));
            case RunFact.RunFailed it -> guesses.add(new Command.Abort(at, it.error()));
            case RunFact.RunCompleted _, RunFact.RunCancelled _, RunFact.ClockStepped _ -> {
                // These follow by themselves.
            }
        }
    }

    /// What another run's event led to names it; which one cannot be told from this log alone.
    private @Nullable String cause() {
        return events.get(place).causationId();
    }

    private void interrupt(InterruptFact fact, List<Command> guesses) {
        switch (fact) {
            case InterruptFact.ApprovalReceived it -> guesses.add(answer(it.interruptId(), vote(it), it.decidedBy()));
            case InterruptFact.ClarificationResolved it ->
                guesses.add(answer(it.interruptId(), JsonObject.of("answers", it.answers()), it.answeredBy()));
            case InterruptFact.InterruptResolved it ->
                guesses.add(answer(it.interruptId(), it.resumeValue(), it.resolvedBy()));
            case InterruptFact.InterruptRequested _,
                    InterruptFact.ApprovalRequested _,
                    InterruptFact.ClarificationRequested _ -> asks(fact.nodeId(), List.of(), guesses);
        }
    }

    private Command answer(String interrupt, JsonValue value, @Nullable String by) {
        return new Command.Answer(at, interrupt, value, by, true);
    }

    /// A vote that settles the question is recorded in full with the resolution.
    private JsonValue vote(InterruptFact.ApprovalReceived vote) {
        if (place + 1 < events.size()
                && events.get(place + 1).fact() instanceof InterruptFact.InterruptResolved settled
                && settled.interruptId().equals(vote.interruptId())) {
            return settled.resumeValue();
        }
        return JsonObject.of("action", vote.action())
                .withIfPresent("feedback", vote.feedback())
                .withIfPresent("editedArtifactData", vote.editedArtifactData());
    }

    /// What an activity reports comes with its outcome; only how far it is may come before.
    private void reported(ActivityFact first, List<Command> guesses) {
        List<ActivityFact> facts = events.subList(place, place + log.reports(first.nodeId())).stream()
                .map(event -> (ActivityFact) event.fact())
                .toList();
        outcome(first.nodeId(), facts, guesses);
        asks(first.nodeId(), facts, guesses);
        leaves(first.nodeId(), facts, guesses);
        if (first instanceof NodeFact.NodeProgressed progress) {
            guesses.add(new Command.Report(
                    at,
                    progress,
                    events.get(place).hidden().object(NodeFold.KEPT).orElse(JsonObject.EMPTY)));
        }
    }

    /// An activity asks, or nobody knows what became of it.
    ///
    /// @param facts what it reported before
    private void asks(String nodeId, List<ActivityFact> facts, List<Command> guesses) {
        if (!(state.node(nodeId).occupation() instanceof Occupation.Working working)) {
            return;
        }
        List<Question> questions = log.questions(nodeId, place + facts.size());
        int ordinal = state.node(nodeId).ordinal();
        int attempt = working.attempt().number();
        if (facts.isEmpty()) {
            guesses.add(new Command.LoseTrack(at, nodeId, ordinal, attempt));
        }
        if (!questions.isEmpty()) {
            guesses.add(new Command.Finish(
                    at,
                    nodeId,
                    ordinal,
                    attempt,
                    new NodeResult.Ask(questions),
                    facts,
                    log.causes(facts),
                    log.remembered(facts),
                    log.exchanges(facts)));
        }
    }

    /// An activity leaves a part of its work to others.
    ///
    /// @param facts what it reported before
    private void leaves(String nodeId, List<ActivityFact> facts, List<Command> guesses) {
        int begun = place + facts.size();
        if (begun < events.size()
                && nodeId.equals(events.get(begun).nodeId())
                && HandOver.resumes(events.get(begun))
                && state.node(nodeId).occupation() instanceof Occupation.Working working) {
            guesses.add(new Command.Finish(
                    at,
                    nodeId,
                    state.node(nodeId).ordinal(),
                    working.attempt().number(),
                    new NodeResult.HandOver(HandOver.plans(events.get(begun))),
                    facts,
                    log.causes(facts),
                    log.remembered(facts),
                    log.exchanges(facts)));
        }
    }

    private void handOver(Event next, HandOverFact.HandOver fact, List<Command> guesses) {
        leaves(fact.nodeId(), List.of(), guesses);
        if (!(state.node(fact.nodeId()).occupation() instanceof Occupation.HandingOver handing)) {
            return;
        }
        if (HandOver.index(next) >= handing.handOvers().size()) {
            return;
        }
        String child = handing.handOvers().get(HandOver.index(next)).childRunId();
        switch (fact.phase()) {
            case DISPATCH_SUCCEEDED -> guesses.add(new Command.ConfirmHandOver(at, fact.nodeId(), child));
            case DISPATCH_FAILED ->
                guesses.add(new Command.RefuseHandOver(at, fact.nodeId(), child, Objects.requireNonNull(fact.error())));
            case CHILD_COMPLETED -> collect(fact.nodeId(), child, RunStatus.COMPLETED, guesses);
            case CHILD_FAILED -> collect(fact.nodeId(), child, RunStatus.FAILED, guesses);
            case CHILD_CANCELLED -> collect(fact.nodeId(), child, RunStatus.CANCELLED, guesses);
            case OUTPUT_HARVESTED -> childEnd(fact.nodeId(), guesses);
            case DISPATCH_BEGAN -> {
                // It follows by itself.
            }
        }
    }

    /// A critic's run has ended, or could not be created: then the log says why in one word.
    private void criticEnd(String nodeId, Event next, List<Command> guesses) {
        ChildEnd.of(next).ifPresent(end -> collect(nodeId, end.childRunId(), end.status(), guesses));
        if (ChildEnd.of(next).isEmpty()
                && next.fact() instanceof DataFact.LogAppended told
                && state.node(nodeId).occupation() instanceof Occupation.HandingOver handing) {
            String code = told.message()
                    .substring(told.message().lastIndexOf(": ") + 1)
                    .strip();
            handing.all()
                    .filter(it -> it.isCritic() && it.isDispatching() && it.index() == HandOver.index(next))
                    .forEach(it -> guesses.add(
                            new Command.RefuseHandOver(at, nodeId, it.childRunId(), RunError.of(code, code))));
        }
    }

    /// A hand-over that would have passed a bound: what follows says which one it was.
    private void refused(List<Command> guesses) {
        Event next = place + 1 < events.size() ? events.get(place + 1) : events.get(place);
        if (next.nodeId() != null && state.node(next.nodeId()).occupation() instanceof Occupation.HandingOver handing) {
            if (next.fact() instanceof NodeFact.NodeFailed failed) {
                String child = handing.handOvers().getFirst().childRunId();
                guesses.add(new Command.RefuseHandOver(at, failed.nodeId(), child, failed.error()));
            } else if (next.fact() instanceof HandOverFact.HandOver fact) {
                handOver(next, fact, guesses);
            }
        }
    }

    /// The end of a child that its node's end tells about; or that the child could not be created.
    private void childEnd(@Nullable String nodeId, List<Command> guesses) {
        if (nodeId == null || !(state.node(nodeId).occupation() instanceof Occupation.HandingOver handing)) {
            return;
        }
        handing.handOvers().stream()
                .filter(HandOver::isOwed)
                .forEach(it -> collect(nodeId, it.childRunId(), RunStatus.COMPLETED, guesses));
        int end = place + log.writes(nodeId, place).size();
        if (end >= events.size() || !nodeId.equals(events.get(end).nodeId())) {
            return;
        }
        ChildEnd.of(events.get(end)).ifPresent(it -> collect(nodeId, it.childRunId(), it.status(), guesses));
        if (events.get(end).fact() instanceof NodeFact.NodeFailed failed) {
            String child = handing.handOvers().getFirst().childRunId();
            guesses.add(new Command.RefuseHandOver(at, nodeId, child, failed.error()));
        }
    }

    private void collect(String nodeId, String child, RunStatus status, List<Command> guesses) {
        RunState end = child(child);
        if (end != null) {
            guesses.add(Command.Collect.of(at, nodeId, child, status, end));
        }
    }

    /// Null when its events were pruned.
    private @Nullable RunState child(String id) {
        try {
            return runs.state(new RunId(id));
        } catch (Refused gone) {
            return null;
        }
    }

    /// An activity's end. The port by which it left is not in the log, only where that led.
    private void outcome(@Nullable String nodeId, List<ActivityFact> facts, List<Command> guesses) {
        if (nodeId == null || !(state.node(nodeId).occupation() instanceof Occupation.Working working)) {
            return;
        }
        int judged = place + facts.size() + log.verdicts(nodeId, place + facts.size());
        List<NodeResult.Write> writes = log.writes(nodeId, judged);
        int end = log.afterBreach(judged + writes.size());
        if (end >= events.size() || !nodeId.equals(events.get(end).nodeId())) {
            return;
        }
        List<NodeResult> results = new ArrayList<>();
        switch (events.get(end).fact()) {
            case NodeFact.NodeCompleted it ->
                ports(nodeId).forEach(port -> results.add(new NodeResult.Done(it.outputs(), port, writes)));
            case OrchestratorFact.Decided it ->
                results.add(new NodeResult.Done(
                        JsonObject.of("decision", it.decision()), WorkflowEdge.DEFAULT_OUTPUT, writes));
            case DataFact.LogAppended _ -> log.held(end).ifPresent(results::add);
            case NodeFact.NodeFailed it -> failed(it.error(), writes, results);
            case NodeFact.NodeRetried it -> failed(it.lastError(), writes, results);
            default -> {
                // Not the end of an activity.
            }
        }
        results.forEach(result -> guesses.add(new Command.Finish(
                at,
                nodeId,
                state.node(nodeId).ordinal(),
                working.attempt().number(),
                result,
                facts,
                log.causes(facts),
                log.remembered(facts),
                log.exchanges(facts))));
    }

    private static void failed(RunError error, List<NodeResult.Write> writes, List<NodeResult> results) {
        if (writes.isEmpty()) {
            results.add(new NodeResult.Failed(error));
        }
    }

    private Set<String> ports(String nodeId) {
        Set<String> ports = new LinkedHashSet<>(List.of(WorkflowEdge.DEFAULT_OUTPUT));
        state.workflow().outgoing(nodeId).forEach(edge -> ports.add(edge.sourceOutput()));
        ports.add(ApprovalGate.REJECTED_PORT);
        return ports;
    }

    /// How many events came from outside in a way that left too little to repeat them: a write that was refused
    /// after others, a result that a critic did not let pass, or a child whose events were pruned.
    long unrepeatable() {
        Event next = events.get(place);
        String nodeId = next.nodeId();
        if (nodeId == null) {
            return 0;
        }
        boolean childGone = state.node(nodeId).occupation() instanceof Occupation.HandingOver handing
                && handing.handOvers().stream().anyMatch(it -> it.isRunning() && child(it.childRunId()) == null);
        boolean refusedWrite = state.node(nodeId).occupation() instanceof Occupation.Working
                && !log.writes(nodeId, place + log.reports(nodeId)).isEmpty();
        boolean refused = refusedWrite
                || (state.node(nodeId).occupation() instanceof Occupation.Working
                        && log.verdicts(nodeId, place + log.reports(nodeId)) > 0);
        int end = childGone || refused ? log.end(nodeId, refused) : -1;
        return end < 0 ? 0 : end + 1 - state.head();
    }
}
