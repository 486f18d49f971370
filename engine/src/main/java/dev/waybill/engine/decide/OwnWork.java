package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.HeldResult;
import dev.waybill.engine.node.Judgement;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.VerifierTerms;
import dev.waybill.engine.state.EventRef;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Review;
import dev.waybill.engine.state.ReviewFold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.VerdictFact.Ruling;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a node itself decided or called, under a critic that is a run of its own: it is held until the critic has
/// spoken, as what a child brings back is.
final class OwnWork {

    private final Decision decision;
    private final Nodes nodes;

    OwnWork(Decision decision, Nodes nodes) {
        this.decision = decision;
        this.nodes = nodes;
    }

    /// Something to look at.
    ///
    /// @param actor who did it
    /// @param target as the verdict will name it
    /// @param event that recorded it
    /// @param output what the critic is given of it
    record Looked(String actor, String target, EventRef event, JsonObject output) {}

    /// Calls the critic: one run for each thing to look at. The node waits for all of them.
    ///
    /// @param held what the node came to; null where a decision is recorded already
    void show(WorkflowNode node, List<Looked> things, NodeResult.@Nullable Done held) {
        VerifierTerms terms = VerifierTerms.of(node);
        List<JsonValue> looked = things.stream()
                .<JsonValue>map(thing -> HandOver.own(
                        HandOverPlan.own(thing.actor(), terms),
                        thing.target(),
                        thing.event(),
                        HandOverPlan.critic(terms, thing.actor(), thing.target(), thing.output())))
                .toList();
        JsonObject own = JsonObject.EMPTY.with(ReviewFold.LOOKED, new JsonArray(looked));
        decision.emit(
                new DataFact.LogAppended(
                        "info",
                        "%s looks at what node %s came to".formatted(terms.agentId(node.id()), node.id()),
                        node.id()),
                Causes.of(decision.state(), node.id()),
                JsonObject.EMPTY.with(
                        ReviewFold.OWN_WORK,
                        held == null ? own : own.with(ReviewFold.RESULT, HeldResult.toJson(held))));
    }

    /// Whether what a critic is given of a node's own work must not be shown: what comes from something sensitive.
    static boolean isSensitive(RunState state, String nodeId, HandOver looked) {
        WorkflowNode node = state.definition(nodeId);
        JsonObject held = Objects.requireNonNull(looked.review()).brought();
        return !Sensitive.inputs(state, node).isEmpty()
                || !node.sensitiveOutputs().isEmpty()
                || (!held.isEmpty()
                        && !Sensitive.outputs(state, node, HeldResult.of(held)).isEmpty());
    }

    /// All critics have spoken. A decision stands with its verdict; what an agent came to passes, is done again, or
    /// fails.
    void conclude(WorkflowNode node) {
        List<HandOver> all =
                ((Occupation.HandingOver) decision.state().node(node.id()).occupation()).handOvers();
        HandOver unheard = all.stream()
                .filter(it -> it.isBlocked() && it.failure().code().equals(Review.UNHEARD))
                .findFirst()
                .orElse(null);
        if (unheard != null) {
            nodes.end(node, new NodeResult.Failed(unheard(node)));
        } else if (node.typeId().equals(WorkflowNode.SUPERVISOR)) {
            new SupervisorTurn(decision, nodes).end(node);
        } else {
            NodeResult result = new Verifications(decision, nodes)
                    .after(
                            node,
                            HeldResult.of(Objects.requireNonNull(all.getFirst().review())
                                    .brought()),
                            all.stream().flatMap(it -> verdict(it).stream()).toList());
            if (result != null) {
                nodes.end(node, result);
            }
        }
    }

    /// What holds: a person may have another verdict than a critic that was not sure.
    private static List<Judgement> verdict(HandOver looked) {
        Review review = Objects.requireNonNull(looked.review());
        Judgement given = review.given();
        Ruling ruling = looked.plan().verifier().gates() ? review.ruling() : Ruling.PASS;
        return given == null ? List.of() : List.of(new Judgement(ruling, given.criteria(), given.confidence()));
    }

    private static RunError unheard(WorkflowNode node) {
        return RunError.of(
                Review.UNHEARD,
                "the critic %s gave no verdict over what node %s came to, so nothing of it counts"
                        .formatted(VerifierTerms.of(node).agentId(node.id()), node.id()));
    }
}
