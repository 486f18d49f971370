package dev.waybill.evidence.policy;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.EvidenceRefused;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an analysis of episodes recommends.
///
/// @param parents the qualified ids of the episodes that informed it
/// @param correlations the correlation ids that these parents carry
/// @param policyVersion the policy in force while they ran
public record Recommendation(
        String lever,
        Action action,
        JsonValue currentValue,
        JsonValue recommendedValue,
        @Nullable JsonNumber confidence,
        List<String> parents,
        List<String> correlations,
        @Nullable String policyVersion) {

    public enum Action {
        PROMOTE,
        HOLD,
        ROLLBACK
    }

    public Recommendation {
        parents = List.copyOf(parents);
        correlations = correlations.stream().distinct().toList();
        if (lever.isBlank()) {
            throw new EvidenceRefused("LEVER_MISSING", "expected the name of a lever, found nothing");
        }
    }
}
