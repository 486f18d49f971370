package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Something a node needs to be told.
///
/// @param key names the question within the node's execution; asked again, it is answered by what was said
/// @param kind `approval`, `clarification`, `external-event`, `custom`, …
/// @param data what is shown to who answers
/// @param timeoutMs how long the question stands; null means for ever
/// @param answerSchema what an answer must look like
public record Question(
        String key,
        String kind,
        JsonObject data,
        @Nullable Long timeoutMs,
        @Nullable JsonObject answerSchema) {

    public static final String APPROVAL = "approval";
    public static final String CLARIFICATION = "clarification";
    public static final String EXTERNAL_EVENT = "external-event";
    public static final String LOW_CONFIDENCE = "low-confidence";
    public static final String CUSTOM = "custom";
}
