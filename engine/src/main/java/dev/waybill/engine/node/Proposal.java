package dev.waybill.engine.node;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// What a supervisor proposes to decide.
///
/// @param confidence how sure the agent behind the supervisor is of itself; null when it does not say. Below the
///     agent's threshold the proposal is no decision before a person has ratified it. This is not the decision's own
///     confidence, below which a decision is recorded and then waits
public record Proposal(
        OrchestratorDecision decision, @Nullable JsonNumber confidence) {

    private static final String DECISION = "decision";
    private static final String CONFIDENCE = "confidence";

    public static Proposal of(OrchestratorDecision decision) {
        return new Proposal(decision, null);
    }

    /// As an activity gives it.
    public JsonObject toJson() {
        return JsonObject.builder()
                .put(DECISION, decision.json())
                .putIfPresent(CONFIDENCE, confidence)
                .build();
    }

    /// @throws IllegalArgumentException when it holds no decision
    public static Proposal ofJson(JsonObject json) {
        return new Proposal(
                OrchestratorDecision.of(json.get(DECISION)),
                json.get(CONFIDENCE) instanceof JsonNumber number ? number : null);
    }
}
