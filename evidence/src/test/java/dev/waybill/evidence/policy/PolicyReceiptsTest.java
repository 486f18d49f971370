package dev.waybill.evidence.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.EvidenceRefused;
import dev.waybill.evidence.task.MeshIds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PolicyReceiptsTest {

    private static final Instant NOON = Instant.parse("2026-02-25T12:00:00Z");

    private final PolicyReceipts receipts = new PolicyReceipts(new MeshIds(new SplittableRandom(1)));

    private static Recommendation recommendation(List<String> correlations) {
        return new Recommendation(
                "BRAIN_TEMPERATURE",
                Recommendation.Action.PROMOTE,
                new JsonNumber("0.7"),
                new JsonNumber("0.65"),
                new JsonNumber("0.82"),
                List.of("ccio:ep_abc123", "ccio:ep_def456"),
                correlations,
                "sha256:a1b2c3");
    }

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    @Test
    void aRecommendationFromOneChainHandsItsCorrelationOn() {
        JsonObject made = receipts.recommend(recommendation(List.of("corr_1", "corr_1")), "quintet/policies", NOON);
        assertThat(made.string("_ewp_correlation_id")).contains("corr_1");
        assertThat(made.string("receipt_id")).contains("qt_brain_temperature_20260225_120000");
        assertThat(made.array("_ewp_parent_ids").orElseThrow())
                .isEqualTo(JsonArray.ofStrings(List.of("ccio:ep_abc123", "ccio:ep_def456")));
    }

    @Test
    void aRecommendationFromSeveralChainsBeginsOne() {
        assertThat(receipts.recommend(recommendation(List.of("a", "b")), "quintet/policies", NOON)
                        .string("_ewp_correlation_id"))
                .contains("qt_brain_temperature_20260225_120000");
        assertThat(receipts.recommend(recommendation(List.of()), "quintet/policies", NOON)
                        .string("_ewp_correlation_id"))
                .contains("qt_brain_temperature_20260225_120000");
    }

    @Test
    void anApplyFollowsItsRecommendation() {
        JsonObject made = receipts.apply(
                receipts.recommend(recommendation(List.of()), "quintet/policies", NOON), "ccio/guardian", null, NOON);
        assertThat(made.array("_ewp_parent_ids").orElseThrow())
                .isEqualTo(JsonArray.ofStrings(List.of("quintet:qt_brain_temperature_20260225_120000")));
        assertThat(made.get("old_value")).isEqualTo(new JsonNumber("0.7"));
        assertThat(made.get("new_value")).isEqualTo(new JsonNumber("0.65"));
        assertThat(made.string("applied_at")).contains("2026-02-25T12:00:00.000000Z");
        assertThat(made.string("_ewp_policy_version").orElseThrow()).startsWith("sha256:");
    }

    @Test
    void theSeedsRecommendationIsEnough() {
        JsonObject made = receipts.apply(json("""
                        {"type":"POLICY_RECOMMENDATION","_ewp_version":"0",
                         "_ewp_correlation_id":"qt_brain_temperature_20260225_120000",
                         "_ewp_parent_ids":["ccio:ep_abc123","ccio:ep_def456"],"_ewp_policy_version":"sha256:a1b2c3...",
                         "_ewp_origin":"quintet/policies","lever":"BRAIN_TEMPERATURE","action":"PROMOTE",
                         "current_value":0.7,"recommended_value":0.65,"confidence":0.82,"episodes_analyzed":47}
                        """), "ccio/guardian", "sha256:d4e5f6...", NOON);
        assertThat(made.array("_ewp_parent_ids").orElseThrow())
                .isEqualTo(JsonArray.ofStrings(List.of("quintet:qt_brain_temperature_20260225_120000")));
        assertThat(made.string("_ewp_policy_version")).contains("sha256:d4e5f6...");
    }

    @Test
    void aRollbackNamesTheApplyAndItsOldValue() {
        JsonObject applied = receipts.apply(
                receipts.recommend(recommendation(List.of()), "quintet/policies", NOON), "ccio/guardian", null, NOON);
        JsonObject made = receipts.rollBack(applied, "ccio/guardian", "dignity_score regression", NOON);
        assertThat(made.array("_ewp_parent_ids").orElseThrow())
                .isEqualTo(JsonArray.ofStrings(
                        List.of("ccio:" + applied.string("receipt_id").orElseThrow())));
        assertThat(made.get("reverted_to")).isEqualTo(new JsonNumber("0.7"));
        assertThat(made.string("_ewp_correlation_id")).isEqualTo(applied.string("_ewp_correlation_id"));
    }

    @Test
    void whatDoesNotAskForAChangeIsNotApplied() {
        JsonObject hold = receipts.recommend(recommendation(List.of()), "quintet/policies", NOON)
                .with("action", "HOLD");
        assertThatExceptionOfType(EvidenceRefused.class)
                .isThrownBy(() -> receipts.apply(hold, "ccio/guardian", null, NOON))
                .withMessage("expected a recommendation to PROMOTE, found HOLD");
        assertThatExceptionOfType(EvidenceRefused.class)
                .isThrownBy(() -> receipts.rollBack(hold, "ccio/guardian", "x", NOON))
                .withMessage("expected a POLICY_APPLY, found POLICY_RECOMMENDATION");
    }
}
