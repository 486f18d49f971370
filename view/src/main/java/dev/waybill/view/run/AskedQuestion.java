package dev.waybill.view.run;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.journal.event.Times;
import java.util.Optional;

/// A question that waits for its answer, as programs see it.
public record AskedQuestion(Interrupt interrupt) {

    public static AskedQuestion of(Interrupt interrupt) {
        return new AskedQuestion(interrupt);
    }

    public JsonObject toJson() {
        return JsonObject.of("kind", interrupt.kind())
                .with("nodeId", interrupt.nodeId())
                .with("interruptId", interrupt.id())
                .with("key", interrupt.key())
                .with("payload", interrupt.data())
                .with("data", interrupt.data())
                .withIfPresent(
                        "expiresAt",
                        Optional.ofNullable(interrupt.deadline())
                                .map(Times::format)
                                .orElse(null))
                .withIfPresent("resumeSchema", interrupt.answerSchema());
    }
}
