package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/// An open question.
///
/// @param deadline when the question falls
/// @param event that asked
/// @param latest that event, or the last vote
/// @param votes what people said so far, where one voice is not enough
public record Interrupt(
        String id,
        String nodeId,
        String kind,
        String key,
        JsonObject data,
        @Nullable Instant deadline,
        @Nullable JsonObject answerSchema,
        EventRef event,
        EventRef latest,
        TreePMap<String, String> votes) {

    Interrupt shifted(Duration by) {
        return new Interrupt(
                id,
                nodeId,
                kind,
                key,
                data,
                deadline == null ? null : deadline.plus(by),
                answerSchema,
                event,
                latest,
                votes);
    }

    Interrupt voted(String by, String action, EventRef vote) {
        return new Interrupt(id, nodeId, kind, key, data, deadline, answerSchema, event, vote, votes.plus(by, action));
    }

    public long votes(String action) {
        return votes.values().stream().filter(action::equals).count();
    }
}
