package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.DispatchNode;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.node.Verdict;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Told;
import dev.waybill.engine.state.Turn;
import dev.waybill.engine.state.Verified;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowEdge;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A dispatch acts on what the supervisor has decided: workers take over, people are asked, or the loop is left. A
/// decision that its supervisor is not sure enough of waits for a person first.
final class SupervisedLoop {

    private final Decision decision;
    private final Nodes nodes;
    private final Limits limits;

    SupervisedLoop(Decision decision, Nodes nodes, Limits limits) {
        this.decision = decision;
        this.nodes = nodes;
        this.limits = limits;
    }

    /// Does what is next. Told nothing new it does nothing twice: a branch may begin between any two events.
    void act(WorkflowNode node, NodeCall call) {
        Turn turn = decision.state().delegation().latest();
        if (turn == null || !turn.isPending()) {
            nodes.end(
                    node,
                    NodeResult.failed(
                            "no_pending_decision",
                            "node " + node.id() + " acts on decisions, and nobody has decided anything"));
            return;
        }
        Verified verdict = decision.state()
                .delegation()
                .verdictOver(Objects.requireNonNull(turn.decided()).id());
        if (verdict != null && verdict.blocks()) {
            nodes.end(node, rejected("%s does not let it pass".formatted(verdict.agentId())));
            return;
        }
        JsonNumber floor = DispatchNode.floor(node, limits.confidenceFloor());
        if (isUnsure(turn.decision(), floor)) {
            confirm(node, call, turn, floor);
        } else {
            carryOut(node, call, turn.decision(), null);
        }
    }

    private static boolean isUnsure(OrchestratorDecision decided, JsonNumber floor) {
        return switch (decided.kind()) {
            case NEXT_WORKER, TERMINATE -> OrchestratorDecision.isBelow(decided.confidence(), floor);
            // A person is asked anyway.
            case CLARIFY, ESCALATE, ASK_USER -> false;
        };
    }

    private void confirm(WorkflowNode node, NodeCall call, Turn turn, JsonNumber floor) {
        String key = key(call, "confidence");
        Told told = told(node, key);
        if (told == null) {
            escalate(node, turn, floor, key);
            return;
        }
        Verdict verdict = Verdict.of(told.answer());
        if (verdict == Verdict.REJECT) {
            nodes.end(node, Deciders.named(rejected(Verdict.reason(told.answer())), told));
        } else {
            carryOut(node, call, verdict.about(turn.decision(), told.answer()), told);
        }
    }

    /// The decision is recorded; now it is told that it waits, and then a person is asked.
    private void escalate(WorkflowNode node, Turn turn, JsonNumber floor, String key) {
        OrchestratorDecision decided = turn.decision();
        if (turn.escalated() == null) {
            decision.emit(
                    new HandOverFact.ConfidenceEscalated(
                            node.id(),
                            Objects.requireNonNull(decided.confidence()),
                            floor,
                            "escalate",
                            decision.state().header().runId().value(),
                            decided.workers().stream().findFirst().orElse(null),
                            decided.json()),
                    Objects.requireNonNull(turn.decided()).id());
        }
        String title = "Shall the decision \"%s\" stand? Its confidence is %s, below %s."
                .formatted(told(decided), Objects.requireNonNull(decided.confidence()), floor);
        ask(node, approval(key, node, title, Verdict.ACTIONS, decided.json(), Verdict.answerSchema()));
    }

    private static String told(OrchestratorDecision decided) {
        return decided.workers().isEmpty()
                ? decided.kind().wire()
                : decided.kind().wire() + " " + String.join(", ", decided.workers());
    }

    private static Question approval(
            String key,
            WorkflowNode node,
            String title,
            List<String> actions,
            JsonObject data,
            @Nullable JsonObject schema) {
        return new Question(
                key,
                Question.APPROVAL,
                JsonObject.builder()
                        .put("artifactId", key)
                        .put("artifactType", "orchestrator-decision")
                        .put("title", title)
                        .put("artifactData", data)
                        .put("actions", JsonArray.ofStrings(actions))
                        .put("requiredApprovals", 1)
                        .build(),
                DispatchNode.timeoutMs(node),
                schema);
    }

    private void ask(WorkflowNode node, Question question) {
        nodes.end(node, new NodeResult.Ask(List.of(question)));
    }

    private static String key(NodeCall call, String about) {
        return call.node().id() + ":" + call.ordinal() + ":" + about;
    }

    private @Nullable Told told(WorkflowNode node, String key) {
        return decision.state().node(node.id()).answers().get(key);
    }

    /// @param by who confirmed or adjusted it; null when it stands by itself
    private void carryOut(WorkflowNode node, NodeCall call, OrchestratorDecision decided, @Nullable Told by) {
        switch (decided.kind()) {
            case NEXT_WORKER -> handOver(node, call, decided);
            case TERMINATE -> leave(node, decided, by);
            case CLARIFY, ASK_USER -> {
                String key = key(call, "clarification");
                answerOr(
                        node,
                        key,
                        new Question(
                                key,
                                Question.CLARIFICATION,
                                JsonObject.EMPTY.with("questions", decided.questions()),
                                DispatchNode.timeoutMs(node),
                                null));
            }
            case ESCALATE -> {
                String key = key(call, "escalation");
                String title = decided.reason().orElse("The supervisor asks for a person.");
                List<String> actions = List.of("accept", "reject");
                answerOr(node, key, approval(key, node, title, actions, decided.json(), null));
            }
        }
    }

    /// What people say goes to the supervisor, whose next turn it is.
    private void answerOr(WorkflowNode node, String key, Question question) {
        Told told = told(node, key);
        if (told == null) {
            ask(node, question);
        } else {
            JsonObject said = told.answer()
                    .asObject()
                    .orElseGet(() -> JsonObject.EMPTY.with("action", told.answer()))
                    .without(HandOverPlan.REJECTED);
            nodes.end(node, Deciders.named(NodeResult.done(said), told));
        }
    }

    private void leave(WorkflowNode node, OrchestratorDecision decided, @Nullable Told by) {
        Verified bad = decision.state().delegation().unresolved();
        if (bad != null && !decided.givesUp()) {
            nodes.end(node, new NodeResult.Failed(unresolved(bad)));
            return;
        }
        JsonObject.Builder outputs = JsonObject.builder().put("decision", decided.json());
        if (decided.json().has("successCriteria")) {
            outputs.put("goalMet", JsonBool.of(!decided.givesUp()));
        }
        NodeResult left = new NodeResult.Done(outputs.build(), DispatchNode.EXIT, List.of());
        nodes.end(node, by == null ? left : Deciders.named(left, by));
    }

    /// Who gives up says so; who says that it is done over a result that was found bad, is wrong.
    private static RunError unresolved(Verified bad) {
        return RunError.of(
                        "verification_unresolved",
                        "the loop was to end while %s's result stands that %s found bad (child run %s)"
                                .formatted(bad.workerId(), bad.agentId(), bad.target()))
                .with("childRunId", bad.target())
                .with("verifiedBy", bad.agentId());
    }

    static NodeResult rejected(String reason) {
        return new NodeResult.Done(
                JsonObject.builder()
                        .put(HandOverPlan.REJECTED, JsonBool.TRUE)
                        .put("reason", reason)
                        .build(),
                WorkflowEdge.DEFAULT_OUTPUT,
                List.of());
    }

    private void handOver(WorkflowNode node, NodeCall call, OrchestratorDecision decided) {
        List<String> workers = decided.workers();
        if (workers.size() > 1 && DispatchNode.policy(node).equals(DispatchNode.REJECT)) {
            nodes.end(
                    node,
                    NodeResult.failed(
                            "fan_out_unsupported",
                            "node %s takes one worker at a time, and the decision names %d"
                                    .formatted(node.id(), workers.size())));
            return;
        }
        Optional<String> mismatch = decided.mismatch();
        if (mismatch.isPresent()) {
            nodes.end(node, NodeResult.failed("validation_error", mismatch.get()));
            return;
        }
        RunState state = decision.state();
        List<HandOverPlan> plans = new DispatchNode().plans(call, decided);
        JsonObject hidden = JsonObject.EMPTY
                .with(HandOver.INDEX, JsonNumber.of(0))
                .with(HandOver.PLANNED, HandOver.planned(state.header(), state.head(), decision.now(), plans));
        decision.emit(
                new HandOverFact.HandOver(
                        node.id(),
                        HandOverPhase.DISPATCH_BEGAN,
                        workers.getFirst(),
                        state.header().runId().value(),
                        null,
                        null,
                        null),
                Objects.requireNonNull(Objects.requireNonNull(state.delegation().latest())
                                .decided())
                        .id(),
                hidden);
        new HandOvers(decision, nodes).goOn(node);
    }

    /// A question was settled, or fell: silence is a rejection.
    void answered(WorkflowNode node, NodeCall call, Interrupt question, @Nullable JsonValue answer) {
        if (answer != null) {
            act(node, call);
            return;
        }
        nodes.end(
                node,
                rejected("nobody answered within %d ms".formatted(DispatchNode.timeoutMs(node))),
                Because.of(question.event().id()));
    }

    /// Whether one more dispatch of workers would be one too many.
    static boolean isCapped(RunState state, WorkflowNode node) {
        OptionalLong cap = DispatchNode.cap(node);
        Turn turn = state.delegation().latest();
        return cap.isPresent()
                && turn != null
                && turn.isPending()
                && turn.decision().kind() == OrchestratorDecision.Kind.NEXT_WORKER
                && state.delegation().dispatches() >= cap.getAsLong();
    }
}
