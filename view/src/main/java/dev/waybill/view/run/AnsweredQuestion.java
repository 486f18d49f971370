package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Told;
import java.util.Optional;

/// What became of a question that somebody answered: settled, or short of voices.
///
/// @param name the question's id, key or node, as who answered it calls it
public record AnsweredQuestion(RunState state, String name) {

    public static AnsweredQuestion of(RunState state, String name) {
        return new AnsweredQuestion(state, name);
    }

    public JsonObject toJson() {
        Optional<Interrupt> open = state.interrupts().values().stream()
                .filter(it -> it.nodeId().equals(name)
                        || it.key().equals(name)
                        || it.id().equals(name))
                .findFirst();
        return open.map(AnsweredQuestion::waiting).orElseGet(this::settled);
    }

    private static JsonObject waiting(Interrupt interrupt) {
        JsonObject.Builder votes = JsonObject.builder();
        interrupt.votes().forEach(votes::put);
        return JsonObject.of("nodeId", interrupt.nodeId())
                .with("kind", interrupt.kind())
                .with("outcome", "pending")
                .with("votes", votes.build());
    }

    private JsonObject settled() {
        Told told = state.questions().resolved().get(name);
        if (told == null) {
            return JsonObject.of("nodeId", name).with("outcome", "closed");
        }
        JsonObject.Builder votes = JsonObject.builder();
        told.votes().forEach(votes::put);
        return JsonObject.of("nodeId", name)
                .with("kind", told.kind())
                .with("outcome", outcome(told.answer()))
                .withIfPresent("votes", told.votes().isEmpty() ? null : votes.build())
                .with("resumeValue", told.answer())
                .withIfPresent("answeredBy", told.by())
                .with("sequence", told.event().sequence());
    }

    private static String outcome(JsonValue said) {
        return said instanceof JsonString text
                ? text.value()
                : said.asObject().flatMap(object -> object.string("action")).orElse("resolved");
    }
}
