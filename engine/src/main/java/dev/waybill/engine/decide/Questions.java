package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.NodeState;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A node asks, and is suspended until it knows.
final class Questions {

    private static final String UNKNOWN_OUTCOME = "outcome-unknown";

    private Questions() {}

    /// Questions that were answered before are not asked again.
    static void ask(Decision decision, WorkflowNode node, List<Question> questions) {
        NodeState known = decision.state().node(node.id());
        List<Question> open = new ArrayList<>();
        for (Question question : questions) {
            if (!known.answers().containsKey(question.key())) {
                open.add(question);
            }
        }
        for (int index = 0; index < open.size(); index++) {
            ask(decision, node.id(), open.get(index), index);
        }
    }

    private static void ask(Decision decision, String nodeId, Question question, int index) {
        String id = Names.interrupt(decision.state().header(), decision.state().head(), index);
        announce(decision, nodeId, id, question);
        decision.emit(new InterruptFact.InterruptRequested(
                nodeId,
                id,
                question.kind(),
                question.key(),
                question.data(),
                question.timeoutMs(),
                question.answerSchema()));
        boolean lost = question.key().startsWith(UNKNOWN_OUTCOME);
        decision.emit(new NodeFact.NodeSuspended(
                nodeId, id, question.kind(), question.key(), lost ? "outcome unknown" : null));
    }

    private static void announce(Decision decision, String nodeId, String id, Question question) {
        JsonObject data = question.data();
        if (question.kind().equals(Question.APPROVAL)) {
            decision.emit(new InterruptFact.ApprovalRequested(
                    nodeId,
                    id,
                    data.string("artifactId").orElse(nodeId),
                    data.string("artifactType").orElse("approval"),
                    data.string("title").orElse(null),
                    texts(data.get("actions")),
                    required(data)));
        } else if (question.kind().equals(Question.CLARIFICATION)) {
            decision.emit(new InterruptFact.ClarificationRequested(
                    nodeId, id, data.array("questions").orElse(JsonArray.EMPTY)));
        }
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

    /// What to ask when work may or may not have been done.
    static Question outcomeUnknown(String nodeId, int ordinal, int attempt) {
        return new Question(
                UNKNOWN_OUTCOME + ":" + nodeId + ":" + ordinal + ":" + attempt,
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

    static boolean isOutcomeUnknown(JsonObject answers) {
        return answers.names().stream().anyMatch(key -> key.startsWith(UNKNOWN_OUTCOME));
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
}
