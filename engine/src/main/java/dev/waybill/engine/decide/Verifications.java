package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelRefused;
import dev.waybill.engine.node.Judgement;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.engine.node.VerifierTerms;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.EventRef;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.engine.state.ReviewFold;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Turn;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.journal.event.VerdictFact.Ruling;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.ExpressionException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Verdicts over what an agent or a supervisor decides, and over the calls of its tools. They are recorded behind what
/// they are about, and before anything follows from it.
final class Verifications {

    /// The criterion that a critic fails by whose rules have no answer.
    private static final String RULE_ERROR = "verifier-error";

    private static final String DECISION = "decision";
    private static final String TOOL_CALLS = "tool-calls";

    private final Decision decision;
    private final Nodes nodes;

    Verifications(Decision decision, Nodes nodes) {
        this.decision = decision;
        this.nodes = nodes;
    }

    /// What the configuration says about a result. A rule without an answer lets nothing pass.
    ///
    /// @param output what is looked at
    /// @param review what is known of it
    static Optional<Judgement> judge(
            RunState state, WorkflowNode node, VerifierTerms terms, JsonValue output, JsonObject review) {
        try {
            JsonObject scope = Scope.ofReview(state, node, output, review);
            return terms.judge(scope, state.delegation().verdictsOf(node.id()));
        } catch (ExpressionException | ChannelRefused e) {
            return Optional.of(Judgement.of(Ruling.FAIL, RULE_ERROR));
        }
    }

    /// What the hidden part of a verdict says of it.
    static JsonObject marked(JsonObject hidden, VerifierTerms terms, boolean self) {
        JsonObject marked = terms.gates() ? hidden : hidden.with(ReviewFold.TOLD_ONLY, JsonBool.TRUE);
        return self ? marked.with(ReviewFold.SELF, JsonBool.TRUE) : marked;
    }

    /// Over a supervisor's decision, once.
    ///
    /// @return whether the critic is a run that has to speak first
    boolean overDecision(WorkflowNode supervisor, Turn turn) {
        VerifierTerms terms = VerifierTerms.of(supervisor);
        EventRef event = Objects.requireNonNull(turn.decided());
        String target = event.id();
        if (!terms.isOver(DECISION) || decision.state().delegation().verdictOver(target) != null) {
            return false;
        }
        JsonObject decided = turn.decision().json();
        if (terms.critic().isPresent()) {
            String actor = SupervisorNode.agent(supervisor).agentId();
            new OwnWork(decision, nodes)
                    .show(supervisor, List.of(new OwnWork.Looked(actor, target, event, decided)), null);
            return true;
        }
        judge(decision.state(), supervisor, terms, decided, JsonObject.EMPTY.with(DECISION, decided))
                .ifPresent(it ->
                        tell(supervisor, terms, SupervisorNode.agent(supervisor).agentId(), it, target, target));
        return false;
    }

    private void tell(
            WorkflowNode node, VerifierTerms terms, String actor, Judgement judgement, String target, String cause) {
        String agent = terms.agentId(node.id());
        decision.emit(
                new VerdictFact.AgentVerified(
                        node.id(), agent, target, judgement.ruling(), judgement.criteria(), judgement.confidence()),
                cause,
                marked(JsonObject.EMPTY, terms, agent.equals(actor)));
    }

    /// Over what an activity has reported.
    ///
    /// @return what becomes of its result; null when it is tried again, or a critic's run has to speak first
    @Nullable
    NodeResult over(WorkflowNode node, NodeResult result) {
        VerifierTerms terms = VerifierTerms.of(node);
        if (terms.isEmpty() || !(result instanceof NodeResult.Done done)) {
            return result;
        }
        if (terms.critic().isPresent()) {
            List<OwnWork.Looked> things = things(node, terms, done);
            if (things.isEmpty()) {
                return result;
            }
            new OwnWork(decision, nodes).show(node, things, done);
            return null;
        }
        List<Judgement> given = new ArrayList<>();
        for (Event event : List.copyOf(decision.events())) {
            if (node.id().equals(event.nodeId())) {
                over(node, terms, done, event).ifPresent(given::add);
            }
        }
        return after(node, done, given);
    }

    /// What a critic that is a run of its own looks at: each on its own.
    private List<OwnWork.Looked> things(WorkflowNode node, VerifierTerms terms, NodeResult.Done done) {
        List<OwnWork.Looked> things = new ArrayList<>();
        Map<String, JsonValue> asked = new LinkedHashMap<>();
        for (Event event : decision.events()) {
            EventRef at = new EventRef(event.sequence(), event.eventId());
            switch (event.fact()) {
                case AgentFact.AgentDecided decided
                when decided.nodeId().equals(node.id()) && terms.isOver(DECISION) ->
                    things.add(new OwnWork.Looked(
                            decided.agentId(),
                            event.eventId(),
                            at,
                            done.outputs().with(DECISION, decided.decision())));
                case AgentFact.AgentToolCalled called
                when called.inputs() != null -> asked.put(called.callId(), called.inputs());
                case AgentFact.AgentToolReturned returned
                when returned.nodeId().equals(node.id()) && terms.isOver(TOOL_CALLS) ->
                    things.add(new OwnWork.Looked(
                            returned.agentId(),
                            returned.callId(),
                            at,
                            returned.payload()
                                    .asObject()
                                    .orElse(JsonObject.EMPTY)
                                    .withIfPresent("inputs", asked.get(returned.callId()))));
                default -> {
                    // Nothing that somebody did.
                }
            }
        }
        return things;
    }

    /// What becomes of a result once the verdicts are there; null when it is done again.
    @Nullable
    NodeResult after(WorkflowNode node, NodeResult.Done result, List<Judgement> given) {
        boolean gates = VerifierTerms.of(node).gates();
        if (gates && given.stream().anyMatch(it -> it.ruling() == Ruling.FAIL)) {
            return new NodeResult.Failed(error("verification_failed", "was found bad", node, given, Ruling.FAIL));
        }
        if (gates && given.stream().anyMatch(it -> it.ruling() == Ruling.REVISE)) {
            revise(node, given);
            return null;
        }
        return result;
    }

    private Optional<Judgement> over(WorkflowNode node, VerifierTerms terms, NodeResult.Done done, Event event) {
        return switch (event.fact()) {
            case AgentFact.AgentDecided decided
            when terms.isOver(DECISION) -> {
                JsonObject review = JsonObject.EMPTY.with(DECISION, decided.decision());
                Optional<Judgement> given = judge(decision.state(), node, terms, done.outputs(), review);
                given.ifPresent(it -> tell(node, terms, decided.agentId(), it, event.eventId(), event.eventId()));
                yield given;
            }
            case AgentFact.AgentToolReturned returned
            when terms.isOver(TOOL_CALLS) -> {
                JsonValue outcome = returned.outcome();
                JsonValue output = outcome == null ? JsonNull.NULL : outcome;
                JsonObject review = JsonObject.EMPTY.with("tool", returned.payload());
                Optional<Judgement> given = judge(decision.state(), node, terms, output, review);
                given.ifPresent(it -> tell(node, terms, returned.agentId(), it, returned.callId(), event.eventId()));
                yield given;
            }
            default -> Optional.empty();
        };
    }

    private static RunError error(String code, String what, WorkflowNode node, List<Judgement> given, Ruling ruling) {
        TreeSet<String> criteria = new TreeSet<>();
        given.stream().filter(it -> it.ruling() == ruling).forEach(it -> criteria.addAll(it.criteria()));
        String by = criteria.isEmpty() ? "" : " by " + String.join(", ", criteria);
        return RunError.of(code, "what node %s came to %s%s".formatted(node.id(), what, by))
                .with("criteria", JsonArray.ofStrings(criteria));
    }

    /// The node tries again at once, and is told which criteria it missed.
    private void revise(WorkflowNode node, List<Judgement> given) {
        RunState state = decision.state();
        Attempt attempt = Objects.requireNonNull(state.node(node.id()).attempt());
        String cause = Causes.of(state, node.id());
        long most = nodes.limits().loopIterations(state);
        if (attempt.number() >= most) {
            nodes.ends().breach(Breaches.LOOP_ITERATIONS, most, attempt.number() + 1L, node.id(), cause);
            return;
        }
        RunError why = error("verification_revise", "is to be done again", node, given, Ruling.REVISE);
        JsonValue criteria = Objects.requireNonNull(why.details().get("criteria"));
        decision.emit(
                new NodeFact.NodeRetried(node.id(), attempt.number() + 1, 0, why),
                cause,
                JsonObject.EMPTY.with(NodeFold.CRITIQUE, JsonObject.EMPTY.with("criteria", criteria)));
    }
}
