package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.AttestationTerms;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.Judgement;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.engine.node.VerifierTerms;
import dev.waybill.engine.state.ChildEnd;
import dev.waybill.engine.state.EventRef;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.Review;
import dev.waybill.engine.state.ReviewFold;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Turn;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What children bring back is looked at before it is taken over: by a critic, by a checksum, by people. A critic that
/// the configuration cannot speak for is a child run itself.
final class Reviews {

    private final Decision decision;
    private final Nodes nodes;

    Reviews(Decision decision, Nodes nodes) {
        this.decision = decision;
        this.nodes = nodes;
    }

    /// What the end of a child keeps, so that it can be looked at; empty when nobody has anything to say about it.
    JsonObject held(WorkflowNode node, HandOver handOver, Command.Collect collect) {
        HandOverPlan plan = handOver.plan();
        if (!plan.isReviewed()) {
            return JsonObject.EMPTY;
        }
        JsonObject brought = plan.brought(collect.variables(), collect.outputs());
        boolean looked = plan.verifier().covers(plan.workerId());
        boolean called = looked && plan.verifier().critic().isPresent();
        boolean unjudged = looked && !called && judge(node, handOver, brought).isEmpty();
        if ((unjudged || !looked) && plan.attestation().isEmpty()) {
            return JsonObject.EMPTY;
        }
        JsonObject held = JsonObject.EMPTY.with(Review.BROUGHT, brought);
        if (unjudged) {
            held = held.with(Review.UNJUDGED, JsonBool.TRUE);
        }
        if (!plan.attestation().fits(brought)) {
            return held.with(Review.MISFIT, JsonBool.TRUE);
        }
        return !called
                ? held
                : held.with(
                        Review.CRITIC_PLAN,
                        HandOverPlan.critic(plan.verifier(), plan.workerId(), handOver.childRunId(), brought)
                                .toJson());
    }

    /// The inputs of a critic that nobody else may see: the result, where it would fill something sensitive.
    static List<String> sensitive(RunState state, String nodeId, HandOver worker) {
        if (worker.isOwn()) {
            return OwnWork.isSensitive(state, nodeId, worker) ? List.of("output") : List.of();
        }
        return worker.plan().outputs().keySet().stream().anyMatch(name -> PublicView.hides(state, name))
                ? List.of("output")
                : List.of();
    }

    private Optional<Judgement> judge(WorkflowNode node, HandOver handOver, JsonObject brought) {
        JsonObject review =
                JsonObject.of("workerId", handOver.plan().workerId()).with("target", handOver.childRunId());
        return Verifications.judge(decision.state(), node, handOver.plan().verifier(), brought, review);
    }

    /// Whether something follows from what is known about a result without anybody's help.
    static boolean isNext(RunState state, String nodeId, Occupation.HandingOver handing, HandOver handOver) {
        Review.Step step = handOver.step(HandOver.Phase.UNDER_REVIEW);
        Review review = handOver.review();
        if (step == null || review == null) {
            return false;
        }
        NodeState node = state.node(nodeId);
        return switch (step) {
            case VERDICT -> review.critic() == null;
            case DOUBT ->
                review.escalated() == null
                        || mayAsk(state, handing, ReviewFold.doubtKey(node, handOver.index()), nodeId);
            case APPROVAL -> mayAsk(state, handing, ReviewFold.mergeKey(node, handOver.index()), nodeId);
            case MERGE -> !handOver.plan().outputs().isEmpty();
            case REVISE -> !review.revised() && !handOver.isOwn();
            case BLOCKED -> false;
        };
    }

    /// People are asked when no child is at work for the node any more: then all it does is wait for them.
    private static boolean mayAsk(RunState state, Occupation.HandingOver handing, String key, String nodeId) {
        return handing.all().noneMatch(it -> it.isDispatching() || it.isAwaited())
                && state.interrupts().values().stream()
                        .noneMatch(open ->
                                open.nodeId().equals(nodeId) && open.key().equals(key));
    }

    /// One step for each result that can make one.
    void goOn(WorkflowNode node) {
        for (HandOver handOver : handing(node).handOvers()) {
            if (isNext(decision.state(), node.id(), handing(node), handOver)) {
                step(node, handOver, Objects.requireNonNull(handOver.review()));
                return;
            }
        }
    }

    private Occupation.HandingOver handing(WorkflowNode node) {
        return (Occupation.HandingOver) decision.state().node(node.id()).occupation();
    }

    private void step(WorkflowNode node, HandOver handOver, Review review) {
        switch (Objects.requireNonNull(handOver.step(HandOver.Phase.UNDER_REVIEW))) {
            case VERDICT ->
                tell(
                        node,
                        handOver,
                        judge(node, handOver, review.brought()).orElse(Judgement.of(VerdictFact.Ruling.PASS)),
                        JsonObject.EMPTY);
            case DOUBT -> doubt(node, handOver, review);
            case APPROVAL ->
                Questions.ask(decision, node, List.of(ReviewQuestions.merge(decision.state(), node, handOver, review)));
            case MERGE -> merge(node, handOver, review);
            case REVISE -> revise(node, handOver, review);
            case BLOCKED -> {
                // Nothing is taken over.
            }
        }
    }

    private void tell(WorkflowNode node, HandOver handOver, Judgement judgement, JsonObject more) {
        VerifierTerms terms = handOver.plan().verifier();
        String agent = terms.agentId(node.id());
        JsonNumber floor = terms.floor(nodes.limits().confidenceFloor());
        JsonObject hidden = more.with(HandOver.INDEX, JsonNumber.of(handOver.index()));
        if (terms.gates() && OrchestratorDecision.isBelow(judgement.confidence(), floor)) {
            hidden = hidden.with(Review.DOUBT, floor);
        }
        boolean self = agent.equals(handOver.plan().workerId());
        decision.emit(
                new VerdictFact.AgentVerified(
                        node.id(),
                        agent,
                        handOver.childRunId(),
                        judgement.ruling(),
                        judgement.criteria(),
                        judgement.confidence()),
                handOver.latest().id(),
                Verifications.marked(hidden, terms, self));
    }

    /// A critic's run is over: it has given a verdict, or none.
    void judged(WorkflowNode node, HandOver critic, Command.Collect collect) {
        HandOver worker = handing(node).handOvers().get(critic.index());
        JsonObject end =
                new ChildEnd(collect.childRunId(), collect.status()).toHidden().with(HandOver.BY_CRITIC, JsonBool.TRUE);
        Optional<Judgement> judgement = collect.status() == RunStatus.COMPLETED
                ? Judgement.ofRun(collect.variables(), collect.outputs())
                        .map(it -> it.within(worker.plan().verifier().criteria()))
                : Optional.empty();
        if (judgement.isPresent()) {
            tell(node, worker, judgement.get(), end);
        } else {
            silent(node, critic, end, collect.error());
        }
    }

    /// There will be no critic's run.
    void refused(WorkflowNode node, HandOver critic, RunError error) {
        silent(node, critic, JsonObject.EMPTY.with(HandOver.BY_CRITIC, JsonBool.TRUE), error);
    }

    private void silent(WorkflowNode node, HandOver critic, JsonObject hidden, @Nullable RunError error) {
        decision.emit(
                new DataFact.LogAppended(
                        "error",
                        "the critic %s gave no verdict%s"
                                .formatted(critic.plan().workerId(), error == null ? "" : ": " + error.code()),
                        node.id()),
                critic.latest().id(),
                hidden.with(HandOver.INDEX, JsonNumber.of(critic.index())));
    }

    /// The verdict is recorded; now it is told that it waits, and then a person is asked.
    private void doubt(WorkflowNode node, HandOver handOver, Review review) {
        if (review.escalated() == null) {
            Judgement given = Objects.requireNonNull(review.given());
            decision.emit(
                    new HandOverFact.ConfidenceEscalated(
                            node.id(),
                            Objects.requireNonNull(given.confidence()),
                            Objects.requireNonNull(review.doubt()),
                            "escalate",
                            decision.state().header().runId().value(),
                            handOver.isOwn() ? null : handOver.plan().workerId(),
                            decided(handOver)),
                    Objects.requireNonNull(review.verdict()).id(),
                    JsonObject.EMPTY.with(HandOver.INDEX, JsonNumber.of(handOver.index())));
        } else {
            Questions.ask(decision, node, List.of(ReviewQuestions.verdict(decision.state(), node, handOver, review)));
        }
    }

    private JsonObject decided(HandOver handOver) {
        Turn turn = decision.state().delegation().latest();
        if (turn != null && turn.isPending()) {
            return turn.decision().json();
        }
        return handOver.isOwn()
                ? JsonObject.of("agentId", handOver.plan().workerId())
                : OrchestratorDecision.nextWorker(handOver.plan().workerId()).json();
    }

    private void merge(WorkflowNode node, HandOver handOver, Review review) {
        AttestationTerms terms = handOver.plan().attestation();
        Map<String, JsonValue> harvested = handOver.plan().harvest(review.merged());
        String cause = Causes.of(decision.state(), node.id());
        harvested.forEach((name, value) -> Writes.set(decision, node.id(), name, value, cause));
        decision.emit(
                new HandOverFact.HandOver(
                        node.id(),
                        HandOverPhase.OUTPUT_HARVESTED,
                        handOver.plan().workerId(),
                        decision.state().header().runId().value(),
                        handOver.childRunId(),
                        List.copyOf(harvested.keySet()),
                        terms.attests() ? AttestationTerms.attestation(review.brought()) : null,
                        null),
                handOver.latest().id(),
                JsonObject.EMPTY.with(HandOver.INDEX, JsonNumber.of(handOver.index())));
    }

    /// The worker does it once more, and is told what the critic looked at. It is a turn like any other, and counted.
    private void revise(WorkflowNode node, HandOver handOver, Review review) {
        RunState state = decision.state();
        long most = nodes.limits().loopIterations(state);
        long turns = state.delegation().iterations() + (long) state.delegation().revisions();
        if (turns >= most) {
            nodes.ends()
                    .breach(
                            Breaches.LOOP_ITERATIONS,
                            most,
                            turns + 1,
                            node.id(),
                            Objects.requireNonNull(review.verdict()).id());
            return;
        }
        Judgement given = Objects.requireNonNull(review.given());
        JsonObject critique = JsonObject.builder()
                .put("criteria", JsonArray.ofStrings(given.criteria()))
                .put("previousRunId", handOver.childRunId())
                .put("revision", state.delegation().revisions() + 1L)
                .build();
        JsonObject told = JsonObject.EMPTY.with(handOver.plan().verifier().critiqueTo(), critique);
        int place = handing(node).handOvers().size();
        decision.emit(
                new HandOverFact.HandOver(
                        node.id(),
                        HandOverPhase.DISPATCH_BEGAN,
                        handOver.plan().workerId(),
                        state.header().runId().value(),
                        null,
                        null,
                        null),
                origin(node),
                JsonObject.EMPTY
                        .with(HandOver.INDEX, JsonNumber.of(handOver.index()))
                        .with(
                                HandOver.REVISION,
                                handOver.revision(state.header(), state.head(), decision.now(), place, told)));
    }

    /// What a dispatch goes back to: the decision, or the start of a node that nobody decides for.
    private String origin(WorkflowNode node) {
        Turn turn = decision.state().delegation().latest();
        EventRef decided = turn == null || !turn.isPending() ? null : turn.decided();
        return node.typeId().equals(WorkflowNode.DISPATCH) && decided != null
                ? decided.id()
                : handing(node).attempt().start().id();
    }
}
