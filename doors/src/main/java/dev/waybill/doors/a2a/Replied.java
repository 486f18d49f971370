package dev.waybill.doors.a2a;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a message answers to the question of a run. Data is the answer itself; words are put where the question has its
/// place for words.
record Replied(Interrupt question, JsonValue answer) {

    private static final String VALUE = "resumeValue";
    private static final String NODE = "nodeId";
    private static final List<String> ACTIONS = List.of("accept", "reject");

    /// The questions of a run, the oldest first.
    static List<Interrupt> open(RunState state) {
        return state.isTerminal()
                ? List.of()
                : state.interrupts().values().stream()
                        .sorted(Comparator.comparingLong(it -> it.event().sequence()))
                        .toList();
    }

    /// @throws A2aRefusal when the run asks nothing, or nothing that the message could answer
    static Replied of(RunState state, Incoming message) {
        List<Interrupt> open = open(state);
        String node = message.data().string(NODE).orElse(null);
        Interrupt question = open.stream()
                .filter(it -> node == null || it.nodeId().equals(node))
                .findFirst()
                .orElseThrow(() -> new A2aRefusal(
                        A2aRefusal.UNSUPPORTED_OPERATION,
                        "the task asks nothing at present; a message to it would change nothing"));
        JsonValue value = message.data().get(VALUE);
        if (value != null) {
            return new Replied(question, value);
        }
        JsonObject data = message.data().without(NODE);
        return new Replied(question, data.isEmpty() ? words(question, message.text()) : data);
    }

    private static JsonValue words(Interrupt question, String text) {
        return switch (question.kind()) {
            case Question.CLARIFICATION -> answers(question, text);
            case Question.APPROVAL, Question.LOW_CONFIDENCE -> action(text);
            default -> new JsonString(text);
        };
    }

    private static JsonValue answers(Interrupt question, String text) {
        List<JsonValue> questions =
                question.data().array("questions").map(JsonArray::items).orElse(List.of());
        Optional<String> id = questions.isEmpty()
                ? Optional.empty()
                : questions.getFirst().asObject().flatMap(it -> it.string("id"));
        if (questions.size() != 1 || id.isEmpty()) {
            throw new A2aRefusal(
                    A2aRefusal.INVALID_PARAMS,
                    "the task asks %d questions; answer with a part of data, {\"answers\":{…}}"
                            .formatted(questions.size()));
        }
        return JsonObject.of("answers", JsonObject.of(id.get(), new JsonString(text)));
    }

    private static JsonValue action(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (!ACTIONS.contains(word)) {
            throw new A2aRefusal(
                    A2aRefusal.INVALID_PARAMS, "expected \"accept\" or \"reject\", or a part of data, {\"action\":…}");
        }
        return JsonObject.of("action", word);
    }
}
