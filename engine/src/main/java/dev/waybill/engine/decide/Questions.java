package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ApprovalGate;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.state.CustomData;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Told;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.schema.JsonSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A node asks, and is suspended until it knows.
final class Questions {

    private static final String UNKNOWN_OUTCOME = "outcome-unknown";

    private Questions() {}

    /// Questions that were answered before are not asked again.
    ///
    /// @return how many were asked
    static int ask(Decision decision, WorkflowNode node, List<Question> questions) {
        NodeState known = decision.state().node(node.id());
        List<Question> open = new ArrayList<>();
        for (Question question : questions) {
            if (!known.answers().containsKey(question.key())) {
                open.add(question);
            }
        }
        for (int index = 0; index < open.size(); index++) {
            ask(decision, node, open.get(index), index);
        }
        return open.size();
    }

    private static void ask(Decision decision, WorkflowNode node, Question question, int index) {
        String nodeId = node.id();
        String id = Names.interrupt(decision.state().header(), decision.state().head(), index);
        String cause = Causes.of(decision.state(), nodeId);
        announce(decision, nodeId, id, question, cause);
        Event asked = decision.emit(
                new InterruptFact.InterruptRequested(
                        nodeId,
                        id,
                        question.kind(),
                        question.key(),
                        CustomData.wrapped(question.kind(), question.data(), node.typeId()),
                        question.timeoutMs(),
                        question.answerSchema()),
                cause);
        suspend(decision, nodeId, id, question.kind(), question.key(), question.data(), asked.eventId());
    }

    private static void suspend(
            Decision decision, String nodeId, String id, String kind, String key, JsonObject data, String asked) {
        boolean unsure = kind.equals(Question.LOW_CONFIDENCE);
        String reason = isOutcomeUnknown(key) ? "outcome unknown" : null;
        decision.emit(
                new NodeFact.NodeSuspended(
                        nodeId,
                        id,
                        kind,
                        key,
                        unsure ? Question.LOW_CONFIDENCE : reason,
                        unsure ? data.string("agentId").orElse(null) : null,
                        unsure && data.get("threshold") instanceof JsonNumber threshold ? threshold : null,
                        unsure && data.get("observed") instanceof JsonNumber observed ? observed : null),
                asked);
    }

    static boolean isAsking(RunState state, String nodeId) {
        return state.interrupts().values().stream()
                .anyMatch(open -> open.nodeId().equals(nodeId));
    }

    /// A node whose question stands, but that was not suspended yet.
    static void suspend(Decision decision, String nodeId) {
        decision.state().interrupts().values().stream()
                .filter(open -> open.nodeId().equals(nodeId))
                .toList()
                .forEach(open -> suspend(
                        decision,
                        nodeId,
                        open.id(),
                        open.kind(),
                        open.key(),
                        open.data(),
                        open.event().id()));
    }

    private static void announce(
            Decision decision, String nodeId, String id, Question question, @Nullable String cause) {
        JsonObject data = question.data();
        if (question.kind().equals(Question.APPROVAL)) {
            decision.emit(
                    new InterruptFact.ApprovalRequested(
                            nodeId,
                            id,
                            data.string("artifactId").orElse(nodeId),
                            data.string("artifactType").orElse("approval"),
                            data.string("title").orElse(null),
                            texts(data.get("actions")).stream()
                                    .map(Questions::announced)
                                    .toList(),
                            required(data)),
                    cause);
        } else if (question.kind().equals(Question.CLARIFICATION)) {
            decision.emit(
                    new InterruptFact.ClarificationRequested(
                            nodeId, id, data.array("questions").orElse(JsonArray.EMPTY)),
                    cause);
        }
    }

    /// The announcement of an approval has another word for this than the approval itself.
    private static String announced(String action) {
        return action.equals(ApprovalGate.EDIT_ACCEPT) ? "edit" : action;
    }

    static int required(JsonObject data) {
        return data.get("requiredApprovals") instanceof JsonNumber number
                ? (int) Math.max(1, number.asInteger().orElse(1))
                : 1;
    }

    static List<String> texts(@Nullable JsonValue value) {
        if (!(value instanceof JsonArray array)) {
            return List.of();
        }
        return array.items().stream().flatMap(item -> item.asString().stream()).toList();
    }

    /// A node whose questions are all answered, but that was not resumed yet.
    static void resume(Decision decision, String nodeId) {
        Told last = decision.state().node(nodeId).answers().values().stream()
                .max(Comparator.comparingLong(told -> told.event().sequence()))
                .orElseThrow();
        resume(decision, nodeId, last.interruptId(), last.answer(), last.event().id());
    }

    static void resume(Decision decision, String nodeId, String interruptId, JsonValue said, String settled) {
        decision.emit(new NodeFact.NodeResumed(nodeId, interruptId, said), settled);
    }

    /// What to ask when work may or may not have been done.
    static Question outcomeUnknown(NodeState node, int attempt) {
        String nodeId = node.id();
        // Told to repeat it, the node may be lost again: that is another question.
        long asked = node.answers().keySet().stream()
                .filter(Questions::isOutcomeUnknown)
                .count();
        return new Question(
                "%s:%s:%d:%d:%d".formatted(UNKNOWN_OUTCOME, nodeId, node.ordinal(), attempt, asked + 1),
                Question.CUSTOM,
                JsonObject.builder()
                        .put("title", "What became of node " + nodeId + "?")
                        .put(
                                "description",
                                "The process stopped while the node was at work, and the node must not simply be"
                                        + " repeated. Answer {\"outcome\":\"completed\",\"outputs\":{…}},"
                                        + " {\"outcome\":\"failed\"} or {\"outcome\":\"repeat\"}.")
                        .build(),
                null,
                JsonObject.builder()
                        .put("type", "object")
                        .put("required", JsonArray.ofStrings(List.of("outcome")))
                        .put(
                                "properties",
                                JsonObject.builder()
                                        .put(
                                                "outcome",
                                                JsonObject.builder()
                                                        .put(
                                                                "enum",
                                                                JsonArray.ofStrings(
                                                                        List.of("completed", "failed", "repeat")))
                                                        .build())
                                        .build())
                        .build());
    }

    static boolean isOutcomeUnknown(String key) {
        return key.startsWith(UNKNOWN_OUTCOME);
    }

    /// What a person said became of the work.
    static @Nullable NodeResult statedOutcome(JsonValue answer) {
        JsonObject said = answer.asObject().orElse(JsonObject.EMPTY);
        return switch (said.string("outcome").orElse("failed")) {
            case "completed" -> NodeResult.done(said.object("outputs").orElse(JsonObject.EMPTY));
            case "repeat" -> null;
            default -> NodeResult.failed("outcome_unknown", "nobody knows what became of the node's work");
        };
    }

    /// A question whose answers nobody could check is not asked.
    static void pose(Decision decision, Ends ends, WorkflowNode node, List<Question> questions) {
        for (Question question : questions) {
            JsonObject schema = question.answerSchema();
            if (schema != null && !JsonSchema.problems(schema).isEmpty()) {
                ends.fail(
                        node,
                        RunError.of(
                                "bad_answer_schema",
                                "node %s asks \"%s\" with a schema that cannot be read: %s"
                                        .formatted(
                                                node.id(),
                                                question.key(),
                                                JsonSchema.problems(schema).getFirst())),
                        Because.of(Causes.of(decision.state(), node.id())));
                return;
            }
        }
        if (ask(decision, node, questions) == 0) {
            // Executed again it would ask again, for ever.
            ends.fail(
                    node,
                    RunError.of("question_repeated", "node " + node.id() + " asks what it has been told already"),
                    Because.of(Causes.of(decision.state(), node.id())));
        }
    }
}
