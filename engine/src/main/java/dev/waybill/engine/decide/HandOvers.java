package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.HandOverPlan.Term;
import dev.waybill.engine.node.HandedOver;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.ChildEnd;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Work goes to child runs and comes back. A child's name is fixed before the child is there, so that creating it twice
/// is impossible.
///
/// Where a hand-over is chained, each phase is a `core.workflowChain.event`; otherwise `node.dispatched` says that the
/// child is there, and the node's end says how it ended.
final class HandOvers {

    private static final String CHILD_FAILED = "child_failed";
    private static final String BECAUSE = "because";
    /// The code of the first failure, for programs.
    private static final String CODE = "childCode";

    private final Decision decision;
    private final Nodes nodes;

    HandOvers(Decision decision, Nodes nodes) {
        this.decision = decision;
        this.nodes = nodes;
    }

    /// Whether something follows without anybody's help: one is to be announced, or all are over. Otherwise it
    /// follows at once; but a branch may begin in between.
    static boolean goesOn(RunState state, String nodeId, Occupation.HandingOver handing) {
        return handing.isOver()
                || handing.handOvers().stream()
                        .anyMatch(it -> isNext(handing, it) || Reviews.isNext(state, nodeId, handing, it));
    }

    /// Whether it is to be announced: those that go one after the other wait for the ones before them.
    private static boolean isNext(Occupation.HandingOver handing, HandOver handOver) {
        return handOver.phase() == HandOver.Phase.PENDING
                && (!handOver.plan().has(Term.SEQUENTIAL)
                        || handing.handOvers().stream()
                                .filter(it -> it.origin() < handOver.origin())
                                .allMatch(HandOver::isOver));
    }

    /// An activity leaves a part of its work to others. What they are to do is recorded with the first of them.
    void begin(WorkflowNode node, List<HandOverPlan> plans) {
        RunState state = decision.state();
        decision.emit(
                new HandOverFact.HandOver(
                        node.id(),
                        HandOverPhase.DISPATCH_BEGAN,
                        plans.getFirst().workerId(),
                        state.header().runId().value(),
                        null,
                        null,
                        null),
                Causes.of(state, node.id()),
                decision.seeing(JsonObject.EMPTY
                        .with(HandOver.INDEX, JsonNumber.of(0))
                        .with(
                                HandOver.PLANNED,
                                HandOver.planned(state.header(), state.head(), decision.now(), plans))));
        goOn(node);
    }

    /// What follows without anybody's help.
    void goOn(WorkflowNode node) {
        for (HandOver handOver : handing(node).handOvers()) {
            if (isNext(handing(node), handOver)) {
                tell(node, handOver, HandOverPhase.DISPATCH_BEGAN, null, null);
            }
        }
        new Reviews(decision, nodes).goOn(node);
        if (decision.state().node(node.id()).occupation() instanceof Occupation.HandingOver) {
            settle(node);
        }
    }

    private Occupation.HandingOver handing(WorkflowNode node) {
        return (Occupation.HandingOver) decision.state().node(node.id()).occupation();
    }

    private Event tell(
            WorkflowNode node,
            HandOver handOver,
            HandOverPhase phase,
            @Nullable String child,
            @Nullable RunError error) {
        return tell(node, handOver, phase, child, null, error, JsonObject.EMPTY);
    }

    private Event tell(
            WorkflowNode node,
            HandOver handOver,
            HandOverPhase phase,
            @Nullable String child,
            @Nullable List<String> harvested,
            @Nullable RunError error,
            JsonObject more) {
        JsonObject hidden = hidden(handOver);
        for (var member : more.members().entrySet()) {
            hidden = hidden.with(member.getKey(), member.getValue());
        }
        return decision.emit(
                new HandOverFact.HandOver(
                        node.id(),
                        phase,
                        handOver.plan().workerId(),
                        decision.state().header().runId().value(),
                        child,
                        harvested,
                        error),
                handing(node).handOvers().get(handOver.index()).latest().id(),
                hidden);
    }

    /// What an activity will find of it when it goes on.
    private JsonObject kept(WorkflowNode node, HandOver handOver, HandedOver what) {
        return handOver.plan().has(Term.RESUMES)
                ? JsonObject.EMPTY
                        .with(NodeFold.KEPT, what.toJson())
                        .with(
                                NodeFold.ORDINAL,
                                JsonNumber.of(decision.state().node(node.id()).ordinal()))
                : JsonObject.EMPTY;
    }

    private static JsonObject hidden(HandOver handOver) {
        JsonObject index = JsonObject.EMPTY.with(HandOver.INDEX, JsonNumber.of(handOver.index()));
        if (handOver.isCritic()) {
            return index.with(HandOver.BY_CRITIC, JsonBool.TRUE);
        }
        return handOver.plan().has(Term.CHAINED) ? index : JsonObject.EMPTY;
    }

    /// In the transaction that creates the child.
    void confirm(Command.ConfirmHandOver confirm) {
        String child = confirm.childRunId();
        HandOver handOver = pending(confirm.nodeId(), child, HandOver::isDispatching);
        WorkflowNode node = decision.state().definition(confirm.nodeId());
        String cause = handOver.latest().id();
        if (handOver.plan().has(Term.CHAINED)) {
            cause = tell(node, handOver, HandOverPhase.DISPATCH_SUCCEEDED, child, null)
                    .eventId();
        }
        decision.emit(
                new HandOverFact.NodeDispatched(
                        node.id(), child, handOver.plan().workerId(), RunStatus.PENDING.wire()),
                cause,
                hidden(handOver));
        settle(node);
    }

    void refuse(Command.RefuseHandOver refuse) {
        HandOver handOver = pending(refuse.nodeId(), refuse.childRunId(), HandOver::isDispatching);
        WorkflowNode node = decision.state().definition(refuse.nodeId());
        DataFact.CapBreached breach = Breaches.of(node.id(), refuse.error());
        if (breach != null) {
            decision.emit(breach, handOver.latest().id());
        }
        if (handOver.isCritic()) {
            new Reviews(decision, nodes).refused(node, handOver, refuse.error());
            settle(node);
        } else if (handOver.plan().has(Term.CHAINED)) {
            HandedOver came =
                    new HandedOver(handOver.index(), null, RunStatus.FAILED, JsonObject.EMPTY, refuse.error());
            tell(node, handOver, HandOverPhase.DISPATCH_FAILED, null, null, refuse.error(), kept(node, handOver, came));
            settle(node);
        } else {
            nodes.end(node, new NodeResult.Failed(refuse.error()));
        }
    }

    private static boolean mayBring(HandOver handOver) {
        return handOver.isRunning() || handOver.isOwed();
    }

    boolean isWaitingFor(Command.Collect collect) {
        return find(collect.nodeId(), collect.childRunId(), HandOvers::mayBring) != null;
    }

    void collect(Command.Collect collect) {
        HandOver handOver = pending(collect.nodeId(), collect.childRunId(), HandOvers::mayBring);
        WorkflowNode node = decision.state().definition(collect.nodeId());
        ChildEnd end = new ChildEnd(collect.childRunId(), collect.status());
        @Nullable RunError error = error(collect);
        if (handOver.isCritic()) {
            new Reviews(decision, nodes).judged(node, handOver, collect);
            settle(node);
        } else if (handOver.isOwed()) {
            harvestChained(node, handOver, collect);
            settle(node);
        } else if (handOver.plan().has(Term.CHAINED)) {
            chained(node, handOver, collect, error);
            settle(node);
        } else {
            harvest(node, handOver, collect);
            end(node, handOver, end, error);
        }
    }

    private void chained(WorkflowNode node, HandOver handOver, Command.Collect collect, @Nullable RunError error) {
        String child = collect.childRunId();
        JsonObject held = error == null ? new Reviews(decision, nodes).held(node, handOver, collect) : JsonObject.EMPTY;
        HandOverPhase end = new ChildEnd(child, collect.status()).phase();
        HandedOver came = new HandedOver(handOver.index(), child, collect.status(), collect.shown(), error);
        tell(
                node,
                handOver,
                end,
                child,
                null,
                error,
                handOver.plan().has(Term.RESUMES) ? kept(node, handOver, came) : held);
        if (error == null && held.isEmpty() && !handOver.plan().outputs().isEmpty()) {
            harvestChained(node, handOver, collect);
        }
    }

    private void harvestChained(WorkflowNode node, HandOver handOver, Command.Collect collect) {
        List<String> harvested = harvest(node, handOver, collect);
        tell(node, handOver, HandOverPhase.OUTPUT_HARVESTED, collect.childRunId(), harvested, null, JsonObject.EMPTY);
    }

    private static @Nullable RunError error(Command.Collect collect) {
        String child = collect.childRunId();
        return switch (collect.status()) {
            case COMPLETED -> null;
            case CANCELLED -> RunError.of("child_cancelled", "child run " + child + " was cancelled");
            default -> {
                RunError error = collect.error();
                if (error == null) {
                    yield RunError.of(CHILD_FAILED, "child run " + child + " failed")
                            .with("childRunId", child);
                }
                // The first cause is worth reading; each generation in between would only say that it failed, too.
                String why = error.details().string(BECAUSE).orElse(error.message());
                yield RunError.of(CHILD_FAILED, "child run " + child + " failed: " + why)
                        .with("childRunId", child)
                        .with(BECAUSE, why)
                        .with(CODE, error.details().string(CODE).orElse(error.code()));
            }
        };
    }

    /// Only a child that has done its work brings something back.
    private List<String> harvest(WorkflowNode node, HandOver handOver, Command.Collect collect) {
        if (collect.status() != RunStatus.COMPLETED) {
            return List.of();
        }
        Map<String, JsonValue> harvested =
                handOver.plan().harvest(handOver.plan().brought(collect.variables(), collect.outputs()));
        String cause = Causes.of(decision.state(), node.id());
        harvested.forEach((name, value) -> Writes.set(decision, node.id(), name, value, cause));
        return List.copyOf(harvested.keySet());
    }

    /// The node ends with its only child.
    private void end(WorkflowNode node, HandOver handOver, ChildEnd end, @Nullable RunError error) {
        if (error != null && decision.state().phase() == Phase.ENDING) {
            decision.emit(
                    new NodeFact.NodeCancelled(node.id(), "the run is ending"),
                    Causes.ending(decision.state()),
                    end.toHidden());
        } else {
            NodeResult result = error != null && handOver.plan().has(Term.FAILURE_FAILS)
                    ? new NodeResult.Failed(error)
                    : NodeResult.done(outputs(end.childRunId(), end.status()));
            nodes.end(node, result, new Because(Causes.of(decision.state(), node.id()), end.toHidden()));
        }
    }

    /// A node ends when all of its hand-overs are over. In a run that is ending one that went wrong is left to the end,
    /// which cancels the node.
    private void settle(WorkflowNode node) {
        List<HandOver> all = handing(node).handOvers();
        boolean ending = decision.state().phase() == Phase.ENDING;
        if (!handing(node).isOver() || (ending && !all.stream().allMatch(HandOver::isSuccess))) {
            return;
        }
        if (handing(node).resumes()) {
            resume(node, ending);
            return;
        }
        if (handing(node).isOwn()) {
            new OwnWork(decision, nodes).conclude(node);
            return;
        }
        nodes.end(
                node,
                all.stream()
                        .filter(it -> !it.isSuccess() && it.plan().has(Term.FAILURE_FAILS))
                        .findFirst()
                        .<NodeResult>map(failed -> new NodeResult.Failed(failed.failure()))
                        .orElseGet(() -> NodeResult.done(outputs(all))));
    }

    /// The activity goes on, unless nobody wants its work any more.
    private void resume(WorkflowNode node, boolean ending) {
        if (!ending) {
            decision.emit(
                    new NodeFact.NodeResumed(
                            node.id(), null, outputs(handing(node).handOvers())),
                    Causes.of(decision.state(), node.id()));
        }
    }

    private static JsonObject outputs(List<HandOver> handOvers) {
        List<JsonValue> children = new ArrayList<>();
        for (HandOver handOver : handOvers) {
            JsonObject child = outputs(handOver.childRunId(), handOver.childStatus());
            children.add(handOver.step() == null ? child.without("childRunId") : child);
        }
        JsonObject last = (JsonObject) children.getLast();
        JsonObject outputs = children.size() == 1 ? last : last.with("children", new JsonArray(children));
        List<JsonValue> blocked = handOvers.stream()
                .filter(HandOver::isBlocked)
                .<JsonValue>map(it -> JsonObject.builder()
                        .put("childRunId", it.childRunId())
                        .put("reason", it.failure().code())
                        .build())
                .toList();
        return blocked.isEmpty() ? outputs : outputs.with("blocked", new JsonArray(blocked));
    }

    private static JsonObject outputs(String childRunId, RunStatus status) {
        return JsonObject.builder()
                .put("childRunId", childRunId)
                .put("childStatus", status.wire())
                .build();
    }

    private HandOver pending(String nodeId, String childRunId, Predicate<HandOver> when) {
        HandOver found = find(nodeId, childRunId, when);
        if (found == null) {
            throw new Refused(RefusalCode.NOT_PENDING, "node " + nodeId + " does not wait for child run " + childRunId);
        }
        return found;
    }

    private @Nullable HandOver find(String nodeId, String childRunId, Predicate<HandOver> when) {
        NodeState node = decision.state().nodes().get(nodeId);
        return node != null
                        && node.occupation() instanceof Occupation.HandingOver handing
                        && !decision.state().isTerminal()
                ? handing.find(childRunId).filter(when).orElse(null)
                : null;
    }
}
