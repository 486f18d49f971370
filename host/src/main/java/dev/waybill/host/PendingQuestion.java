package dev.waybill.host;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.journal.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something that a run waits to be told.
///
/// @param run the run that asks: the one that was looked at, or a child of it
/// @param step the step that asks
/// @param key names the question among several of one step
/// @param kind `approval`, `clarification`, `external-event`, `low-confidence`, …
/// @param data what is shown to whoever answers
/// @param deadline until when it stands; null for ever
public record PendingQuestion(
        String run,
        String step,
        String key,
        String kind,
        JsonObject data,
        @Nullable Instant deadline) {

    static PendingQuestion of(RunId run, Interrupt asked) {
        return new PendingQuestion(
                run.value(), asked.nodeId(), asked.key(), asked.kind(), asked.data(), asked.deadline());
    }

    /// What is asked, in one line, as far as the step says so.
    public String title() {
        return data.string("title").orElse(step);
    }
}
