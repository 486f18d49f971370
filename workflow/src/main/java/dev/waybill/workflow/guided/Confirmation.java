package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// When the agent must have its user's word before it acknowledges a step.
///
/// @param required false means never, whatever the condition
/// @param condition null means always
/// @param kind `human_approval`, `coordinator_eval`, or null where the author wrote none
public record Confirmation(
        boolean required,
        @Nullable GuidedCondition condition,
        @Nullable String kind) {

    public static final Confirmation NEVER = new Confirmation(false, null, null);

    public boolean isDue(JsonObject context) {
        return required && (condition == null || condition.holds(context));
    }
}
