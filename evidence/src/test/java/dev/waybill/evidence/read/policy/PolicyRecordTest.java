package dev.waybill.evidence.read.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.UnreadableRecord;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// The three examples are the protocol's own, as they stand there.
class PolicyRecordTest {

    private static final String RECOMMENDATION = """
            {
              "type": "POLICY_RECOMMENDATION",
              "_ewp_version": "0",
              "_ewp_correlation_id": "qt_brain_temperature_20260225_120000",
              "_ewp_parent_ids": ["ccio:ep_abc123", "ccio:ep_def456"],
              "_ewp_policy_version": "sha256:a1b2c3...",
              "_ewp_origin": "quintet/policies",
              "lever": "BRAIN_TEMPERATURE",
              "action": "PROMOTE",
              "current_value": 0.7,
              "recommended_value": 0.65,
              "confidence": 0.82,
              "episodes_analyzed": 47
            }""";

    private static final String APPLY = """
            {
              "type": "POLICY_APPLY",
              "_ewp_version": "0",
              "_ewp_correlation_id": "qt_brain_temperature_20260225_120000",
              "_ewp_parent_ids": ["quintet:qt_brain_temperature_20260225_120000"],
              "_ewp_policy_version": "sha256:d4e5f6...",
              "_ewp_origin": "ccio/guardian",
              "lever": "BRAIN_TEMPERATURE",
              "old_value": 0.7,
              "new_value": 0.65,
              "applied_at": "2026-02-25T13:00:00Z"
            }""";

    private static final String ROLLBACK = """
            {
              "type": "POLICY_ROLLBACK",
              "_ewp_version": "0",
              "_ewp_correlation_id": "qt_brain_temperature_20260225_120000",
              "_ewp_parent_ids": ["ccio:policy_apply_xyz"],
              "_ewp_origin": "ccio/guardian",
              "lever": "BRAIN_TEMPERATURE",
              "reverted_to": 0.7,
              "reason": "dignity_score regression in canary cohort"
            }""";

    private static RecordContent content(String text) {
        return PolicyRecord.FORMAT.content(object(text));
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    @Test
    void aRecommendationIsCalledByItsRun() {
        RecordContent content = content(RECOMMENDATION);
        assertThat(content.id()).hasToString("quintet:qt_brain_temperature_20260225_120000");
        assertThat(content.type()).isEqualTo("POLICY_RECOMMENDATION");
        assertThat(content.parents()).hasToString("[ccio:ep_abc123, ccio:ep_def456]");
        assertThat(content.facts().get(Fact.OLD_VALUE)).hasToString("0.7");
        assertThat(content.facts().get(Fact.NEW_VALUE)).hasToString("0.65");
        assertThat(content.facts().string(Fact.OUTCOME)).contains("PROMOTE");
    }

    @Test
    void anIdOfItsOwnGoesBeforeTheRun() {
        RecordContent content = content(RECOMMENDATION.replace("{\n", "{\"receipt_id\": \"rec_1\",\n"));
        assertThat(content.id()).hasToString("quintet:rec_1");
        assertThat(content.aliases()).hasToString("[quintet:qt_brain_temperature_20260225_120000]");
    }

    @Test
    void aPropagatedCorrelationIsNoRun() {
        RecordContent content = content(RECOMMENDATION.replace("qt_brain_temperature_20260225_120000", "wf_1"));
        assertThat(content.id().toString()).matches("quintet:policy_recommendation_[0-9a-f]{12}");
        assertThat(content.aliases()).hasToString("[quintet:wf_1]");
    }

    @Test
    void anApplicationTellsWhatItSetAndWhen() {
        RecordContent content = content(APPLY);
        assertThat(content.id().toString()).matches("ccio:policy_apply_[0-9a-f]{12}");
        assertThat(content.time())
                .isEqualTo(RecordTime.parse("2026-02-25T13:00:00Z").orElseThrow());
        assertThat(content.facts().string(Fact.APPLIED_AT)).contains("2026-02-25T13:00:00Z");
        assertThat(content.facts().string(Fact.LEVER)).contains("BRAIN_TEMPERATURE");
        assertThat(content.identity().value(Field.POLICY_VERSION)).contains("sha256:d4e5f6...");
        assertThat(content.parents()).hasToString("[quintet:qt_brain_temperature_20260225_120000]");
    }

    @Test
    void aDerivedIdFollowsFromWhatIsSaidAndNotFromHow() {
        JsonObject apply = object(APPLY);
        JsonObject moved = apply.without("lever").with("lever", "BRAIN_TEMPERATURE");
        assertThat(PolicyRecord.FORMAT.content(moved).id())
                .isEqualTo(content(APPLY).id());
        assertThat(content(APPLY.replace("0.65", "0.66")).id())
                .isNotEqualTo(content(APPLY).id());
    }

    @Test
    void aRollbackTellsWhatItRestored() {
        RecordContent content = content(ROLLBACK);
        assertThat(content.id().toString()).matches("ccio:policy_rollback_[0-9a-f]{12}");
        assertThat(content.facts().get(Fact.NEW_VALUE)).hasToString("0.7");
        assertThat(content.time()).isNull();
        assertThat(content.parents()).hasToString("[ccio:policy_apply_xyz]");
    }

    @Test
    void theNamesThatPacksAllowMeanTheSame() {
        assertThat(PolicyRecord.typeOf(object("{\"type\":\"ewp.policy_apply/v0\"}")))
                .contains("POLICY_APPLY");
        assertThat(PolicyRecord.typeOf(object("{\"type\":\"guardian_verdict\"}")))
                .isEmpty();
    }

    @Test
    void anotherRecordIsNone() {
        assertThatThrownBy(() -> content("{\"type\":\"X\"}")).isInstanceOf(UnreadableRecord.class);
    }
}
