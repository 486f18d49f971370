package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ApprovalGate;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.node.Verdict;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Told;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.Times;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Somebody answers. Of two answers to one question exactly one counts; repeating it changes nothing.
final class Answers {

    private static final List<String> REFINED = List.of("whole", "section", "items");
    private static final String AUTH_REQUIRED = "openwop-interrupt-auth-required";

    private final Decision decision;
    private final Nodes nodes;

    Answers(Decision decision, Nodes nodes) {
        this.decision = decision;
        this.nodes = nodes;
    }

    void take(Command.Answer answer) {
        RunState state = decision.state();
        Interrupt interrupt = find(state, answer);
        if (interrupt == null) {
            return;
        }
        if (hasFallen(interrupt)) {
            throw new Refused(
                    RefusalCode.INTERRUPT_EXPIRED,
                    "the question at node " + interrupt.nodeId() + " expired unanswered at "
                            + Times.format(Objects.requireNonNull(interrupt.deadline())));
        }
        authorise(interrupt, answer);
        switch (interrupt.kind()) {
            case Question.APPROVAL -> vote(interrupt, answer);
            case Question.CLARIFICATION -> clarify(interrupt, answer);
            case Question.EXTERNAL_EVENT -> receive(interrupt, answer);
            default -> {
                checkShape(interrupt, answer.value());
                settle(interrupt, answer.value(), answer.by(), interrupt.event().id());
            }
        }
    }

    /// While a run is paused its questions do not fall.
    private boolean hasFallen(Interrupt interrupt) {
        Instant paused = decision.state().life().pausedAt();
        Instant time = paused == null ? decision.now() : paused;
        return interrupt.deadline() != null && !time.isBefore(interrupt.deadline());
    }

    /// The open question; null when the same answer was given before.
    private static @Nullable Interrupt find(RunState state, Command.Answer answer) {
        List<Interrupt> found = new ArrayList<>();
        for (Interrupt interrupt : state.interrupts().values()) {
            if (interrupt.id().equals(answer.interrupt())) {
                return interrupt;
            }
            if (interrupt.key().equals(answer.interrupt()) || interrupt.nodeId().equals(answer.interrupt())) {
                found.add(interrupt);
            }
        }
        if (found.size() > 1) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR,
                    "node " + answer.interrupt() + " asks several questions; answer by key: "
                            + String.join(
                                    ", ", found.stream().map(Interrupt::key).toList()));
        }
        return found.isEmpty() ? alreadyAnswered(state, answer) : found.getFirst();
    }

    private static @Nullable Interrupt alreadyAnswered(RunState state, Command.Answer answer) {
        Told earlier = state.questions().resolved().get(answer.interrupt());
        if (earlier != null && !answer.exclusive() && spellings(answer.value()).contains(earlier.answer())) {
            return null;
        }
        throw ClosedQuestions.refusal(state, answer.interrupt());
    }

    /// The ways in which the same answer is recorded.
    private static List<JsonValue> spellings(JsonValue value) {
        List<JsonValue> spellings = new ArrayList<>(List.of(value));
        if (value instanceof JsonString) {
            spellings.add(JsonObject.EMPTY.with("action", value));
        }
        JsonValue answers = value instanceof JsonObject object && object.get("answers") != null
                ? object.members().get("answers")
                : value;
        if (answers instanceof JsonArray list) {
            spellings.add(JsonObject.EMPTY.with("answers", byId(list)));
        } else if (answers instanceof JsonObject) {
            spellings.add(JsonObject.EMPTY.with("answers", answers));
        }
        return spellings;
    }

    private static void authorise(Interrupt interrupt, Command.Answer answer) {
        boolean proof = interrupt.data().string("profile").orElse("").equals(AUTH_REQUIRED);
        if (proof && !answer.authenticated()) {
            throw new Refused(RefusalCode.AUTH_REQUIRED, "only an authenticated person may answer this question");
        }
        List<String> approvers = Questions.texts(interrupt.data().get("approversList"));
        if (!approvers.isEmpty() && (answer.by() == null || !approvers.contains(answer.by()))) {
            throw new Refused(
                    RefusalCode.FORBIDDEN,
                    "expected an answer by one of " + approvers + ", found "
                            + (answer.by() == null ? "nobody's name" : answer.by()));
        }
    }

    private void vote(Interrupt interrupt, Command.Answer answer) {
        JsonObject said = answer.value()
                .asObject()
                .orElseGet(() -> answer.value() instanceof JsonString
                        ? JsonObject.EMPTY.with("action", answer.value())
                        : JsonObject.EMPTY);
        List<String> actions = Questions.texts(interrupt.data().get("actions"));
        String action = said.string("action").orElse("");
        if (!actions.contains(action)) {
            throw invalid("expected one of " + String.join(", ", actions) + ", found "
                    + (action.isEmpty() ? "none" : "\"" + action + "\""));
        }
        checkShape(interrupt, answer.value());
        checkRefinement(said);
        if (answer.by() == null && Questions.required(interrupt.data()) > 1) {
            throw invalid("expected the name of the voter, since several have to agree: \"voter\", found none");
        }
        if (answer.by() == null || !interrupt.votes().containsKey(answer.by())) {
            decision.emit(
                    new InterruptFact.ApprovalReceived(
                            interrupt.nodeId(),
                            interrupt.id(),
                            action,
                            answer.by(),
                            said.get("feedback"),
                            said.get("refineFeedback"),
                            said.get("editedArtifactData")),
                    interrupt.event().id());
        } else if (!action.equals(interrupt.votes().get(answer.by()))) {
            throw new Refused(RefusalCode.INTERRUPT_ALREADY_RESOLVED, answer.by() + " has already voted");
        }
        // A branch may begin between the vote that was enough and what followed from it: the same vote again settles
        // it.
        Interrupt counted = decision.state().interrupts().get(interrupt.id());
        if (counted != null && isSettled(counted, action)) {
            settle(
                    counted,
                    said.with("action", new JsonString(action)),
                    answer.by(),
                    counted.latest().id());
        }
    }

    /// Whoever says in OpenWOP's words what is to be done differently has to say what about; `feedback` is free text.
    private static void checkRefinement(JsonObject said) {
        String scope = said.object("refineFeedback")
                .flatMap(feedback -> feedback.string("scope"))
                .orElse("");
        if (said.has("refineFeedback") && !REFINED.contains(scope)) {
            throw invalid("expected \"refineFeedback\" with a \"scope\" out of " + REFINED);
        }
    }

    /// Enough voices agree, or one rejects. With `rejectionPolicy: "majority"`, more than half of those who
    /// must approve reject, or of those who may, or so many that the others are too few.
    private static boolean isSettled(Interrupt interrupt, String action) {
        int required = Questions.required(interrupt.data());
        boolean majority =
                interrupt.data().string("rejectionPolicy").orElse("any").equals("majority");
        return switch (action) {
            case ApprovalGate.REJECT -> !majority || outvoted(interrupt, interrupt.votes(action), required);
            case ApprovalGate.ACCEPT, ApprovalGate.EDIT_ACCEPT ->
                interrupt.votes(ApprovalGate.ACCEPT) + interrupt.votes(ApprovalGate.EDIT_ACCEPT) >= required;
            default -> true;
        };
    }

    private static boolean outvoted(Interrupt interrupt, long rejections, int required) {
        int listed = Questions.texts(interrupt.data().get("approversList")).size();
        return 2 * rejections > Math.max(required, listed) || (listed > 0 && rejections > listed - required);
    }

    private void clarify(Interrupt interrupt, Command.Answer answer) {
        JsonObject answers = answersById(interrupt, answer.value());
        for (JsonValue item : interrupt.data().array("questions").orElse(JsonArray.EMPTY)) {
            JsonObject question = item.asObject().orElse(JsonObject.EMPTY);
            String id = question.string("id").orElse("");
            JsonValue given = answers.get(id);
            if (given == null || given == JsonNull.NULL) {
                throw invalid("question \"" + id + "\" has no answer");
            }
            question.object("schema").ifPresent(schema -> check(schema, given, "the answer to \"" + id + "\""));
        }
        Event given = decision.emit(
                new InterruptFact.ClarificationResolved(interrupt.nodeId(), interrupt.id(), answers, answer.by()),
                interrupt.event().id());
        settle(interrupt, JsonObject.EMPTY.with("answers", answers), answer.by(), given.eventId());
    }

    /// Answers come as an object by question, as a list of `{id, answer}`, or, for one question, as the answer itself.
    private static JsonObject answersById(Interrupt interrupt, JsonValue value) {
        JsonValue answers = value instanceof JsonObject object && object.get("answers") != null
                ? object.members().get("answers")
                : value;
        if (answers instanceof JsonObject byId) {
            return byId;
        }
        if (answers instanceof JsonArray list) {
            return byId(list);
        }
        JsonArray questions = interrupt.data().array("questions").orElse(JsonArray.EMPTY);
        if (questions.size() == 1 && answers != null) {
            String id = questions.get(0).asObject().flatMap(q -> q.string("id")).orElse("");
            return JsonObject.EMPTY.with(id, answers);
        }
        throw invalid("expected {\"answers\":{\"<question>\":…}}");
    }

    private static JsonObject byId(JsonArray list) {
        Map<String, JsonValue> byId = new LinkedHashMap<>();
        for (JsonValue item : list) {
            JsonObject entry = item.asObject().orElse(JsonObject.EMPTY);
            JsonValue said = entry.get("answer");
            byId.put(entry.string("id").orElse(""), said == null ? JsonNull.NULL : said);
        }
        return new JsonObject(byId);
    }

    private void receive(Interrupt interrupt, Command.Answer answer) {
        JsonObject expected = interrupt.data().object("correlation").orElse(JsonObject.EMPTY);
        JsonObject said = answer.value().asObject().orElse(JsonObject.EMPTY);
        JsonObject given = said.object("correlation").orElse(said);
        for (Map.Entry<String, JsonValue> member : expected.members().entrySet()) {
            if (!member.getValue().equals(given.get(member.getKey()))) {
                throw new Refused(
                        RefusalCode.CORRELATION_MISMATCH,
                        "expected \"%s\" to be %s, found %s"
                                .formatted(member.getKey(), member.getValue(), given.get(member.getKey())));
            }
        }
        checkShape(interrupt, answer.value());
        settle(interrupt, answer.value(), answer.by(), interrupt.event().id());
    }

    private static void checkShape(Interrupt interrupt, JsonValue value) {
        if (interrupt.answerSchema() != null) {
            check(interrupt.answerSchema(), value, "the answer");
            checkDecision(interrupt.answerSchema(), value);
        }
    }

    /// A slip in a decision that a person adjusts is theirs to mend: it must not reach the dispatch.
    private static void checkDecision(JsonObject schema, JsonValue value) {
        if (schema.equals(Verdict.answerSchema())) {
            try {
                Verdict.check(value);
            } catch (IllegalArgumentException e) {
                throw invalid("the answer: " + e.getMessage());
            }
        }
    }

    private static void check(JsonObject schema, JsonValue value, String what) {
        try {
            List<Violation> violations = JsonSchema.compile(schema).validate(value, StepBudget.usual());
            if (!violations.isEmpty()) {
                throw invalid(what + ": " + violations.getFirst().message());
            }
        } catch (ExpressionException e) {
            throw invalid(what + " is too large to be checked: " + e.getMessage());
        }
    }

    private static Refused invalid(String message) {
        return new Refused(RefusalCode.VALIDATION_ERROR, message);
    }

    /// The question is settled; the node goes on when it has no other open.
    ///
    /// @param cause the vote or the answers, where they are events of their own; else the question
    private void settle(Interrupt interrupt, JsonValue value, @Nullable String by, String cause) {
        Event settled = decision.emit(
                new InterruptFact.InterruptResolved(interrupt.nodeId(), interrupt.id(), interrupt.kind(), value, by),
                cause);
        if (!Questions.isAsking(decision.state(), interrupt.nodeId())) {
            Questions.resume(decision, interrupt.nodeId(), interrupt.id(), value, settled.eventId());
            WorkflowNode node = decision.state().definition(interrupt.nodeId());
            nodes.answered(node, interrupt, value);
        }
    }
}
