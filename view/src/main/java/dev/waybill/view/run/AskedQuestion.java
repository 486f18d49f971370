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
        return JsonObject.builder()
                .put("kind", interrupt.kind())
                .put("nodeId", interrupt.nodeId())
                .put("interruptId", interrupt.id())
                .put("key", interrupt.key())
                .put("payload", interrupt.data())
                .put("data", interrupt.data())
                .putIfPresent(
                        "expiresAt",
                        Optional.ofNullable(interrupt.deadline())
                                .map(Times::format)
                                .orElse(null))
                .putIfPresent("resumeSchema", interrupt.answerSchema())
                .build();
    }
}
