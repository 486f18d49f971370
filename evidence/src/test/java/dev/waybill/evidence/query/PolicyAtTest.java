package dev.waybill.evidence.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.Rec;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PolicyAtTest extends PolicyCase {

    @Test
    void theLastChangeBeforeTheTransitionIsDerived() {
        policies.add(apply("a", "2026-02-25T12:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb").parents("quintet:qt_1"));
        policies.add(apply("c", "2026-02-25T14:00:00Z", "0.6", "sha256:cccc"));
        policies.add(Rec.of("quintet:qt_1", "POLICY_RECOMMENDATION"));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.DERIVED);
        assertThat(answer.rule()).isEqualTo(Rule.LAST_APPLY);
        assertThat(answer.headline()).isEqualTo("sha256:bbbb (BRAIN_TEMPERATURE = 0.65)");
        assertThat(roles(answer))
                .containsExactly("agentmesh:evt_000027 transition", "ccio:b in force", "quintet:qt_1 recommended by");
        assertThat(codes(answer)).isEmpty();
        assertThat(answer.graph().edges()).containsExactly(new EvidenceGraph.Edge("quintet:qt_1", "ccio:b"));
    }

    @Test
    void whatTheTransitionCarriesIsStated() {
        merge = merge.policy("sha256:bbbb");
        assertThat(ask().verdict()).isEqualTo(Verdict.STATED);
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.STATED);
        assertThat(codes(answer)).isEmpty();
    }

    @Test
    void aStatementAgainstTheLastChangeIsAConflict() {
        merge = merge.policy("sha256:eeee");
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.CONFLICT);
        assertThat(answer.headline()).contains("sha256:eeee").contains("sha256:bbbb");
        assertThat(answer.exitCode()).isEqualTo(1);
    }

    @Test
    void aStatementOfAnEarlierChangeOnAnotherLeverIsAGap() {
        merge = merge.policy("sha256:aaaa");
        policies.add(apply("a", "2026-02-25T12:00:00Z", "3", "sha256:aaaa").with("lever", "GUARDIAN_STRICTNESS"));
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.STATED);
        assertThat(codes(answer)).containsExactly(GapCode.STATEMENTS_DIFFER);
    }

    @Test
    void twoChangesAtOneInstantAreAmbiguous() {
        policies.add(apply("a", "2026-02-25T13:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("b", "2026-02-25T14:00:00+01:00", "0.65", "sha256:bbbb"));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.AMBIGUOUS);
        assertThat(answer.rule()).isEqualTo(Rule.APPLIES_AT_ONE_INSTANT);
        assertThat(roles(answer)).contains("ccio:a candidate", "ccio:b candidate");
    }

    @Test
    void aCopyOfAChangeIsNoSecondChange() {
        policies.add(apply("a", "2026-02-25T13:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("a", "2026-02-25T13:00:00Z", "0.7", "sha256:aaaa"));
        assertThat(ask().verdict()).isEqualTo(Verdict.DERIVED);
    }

    @Test
    void aRollbackRestoresWhatWasInForceBefore() {
        policies.add(apply("a", "2026-02-25T12:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        policies.add(rollback("r", "ccio:b", "2026-02-25T13:30:00Z"));
        Answer answer = ask();
        assertThat(answer.headline()).isEqualTo("sha256:aaaa (BRAIN_TEMPERATURE = 0.7)");
        assertThat(answer.rule()).isEqualTo(Rule.ROLLED_BACK);
        assertThat(roles(answer)).contains("ccio:b undone", "ccio:r rollback", "ccio:a in force");
        assertThat(codes(answer)).isEmpty();
    }

    @Test
    void aLaterRollbackUndoesNothingYet() {
        policies.add(apply("a", "2026-02-25T12:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        policies.add(rollback("r", "ccio:b", "2026-02-25T15:00:00Z"));
        assertThat(ask().headline()).startsWith("sha256:bbbb");
    }

    @Test
    void aRollbackOfAnEarlierChangeLeavesTheLaterOne() {
        policies.add(apply("a", "2026-02-25T12:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        policies.add(rollback("r", "ccio:a", "2026-02-25T13:30:00Z"));
        assertThat(ask().headline()).startsWith("sha256:bbbb");
    }

    @Test
    void afterTheRollbackOfTheFirstChangeItsOldValueHoldsAndTheVersionIsAGap() {
        policies.add(
                apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb").with("old_value", new JsonNumber("0.70")));
        policies.add(rollback("r", "ccio:b", "2026-02-25T13:30:00Z"));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.DERIVED);
        assertThat(answer.headline()).contains("BRAIN_TEMPERATURE = 0.70");
        assertThat(codes(answer)).containsExactly(GapCode.POLICY_BEFORE_UNKNOWN);
    }

    @Test
    void aRollbackOfNothingKnownIsAGap() {
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        policies.add(rollback("r", "ccio:policy_apply_xyz", "2026-02-25T13:30:00Z"));
        Answer answer = ask();
        assertThat(answer.headline()).startsWith("sha256:bbbb");
        assertThat(codes(answer)).containsExactly(GapCode.ROLLBACK_UNMATCHED);
    }

    @Test
    void timesOfTwoClocksThatAreCloserThanTheSkewAreAGap() {
        policies.add(apply("a", "2026-02-25T12:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("b", "2026-02-25T13:42:03Z", "0.65", "sha256:bbbb"));
        assertThat(codes(ask())).containsExactly(GapCode.CLOCK_SKEW);
        assertThat(ask().gaps().getFirst().message()).endsWith("the answer is sha256:aaaa (brain_temperature = 0.7)");
        assertThat(codes(ask(Duration.ofSeconds(4)))).isEmpty();
    }

    @Test
    void aChangeJustAfterTheTransitionIsNotInForceButAGap() {
        policies.add(apply("a", "2026-02-25T12:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("b", "2026-02-25T13:42:08Z", "0.65", "sha256:bbbb"));
        Answer answer = ask();
        assertThat(answer.headline()).startsWith("sha256:aaaa");
        assertThat(codes(answer)).containsExactly(GapCode.CLOCK_SKEW);
        assertThat(answer.gaps().getFirst().message()).endsWith("the answer is sha256:bbbb (brain_temperature = 0.65)");
    }

    @Test
    void oneClockNeedsNoSkew() {
        Rec apply = apply("agentmesh:evt_000026", "2026-02-25T13:42:03Z", "0.65", "sha256:bbbb");
        EvidenceFolder files = new EvidenceFolder(directory).add("agentmesh/events.jsonl", apply, merge);
        assertThat(codes(ask(files, Queries.USUAL_SKEW))).isEmpty();
    }

    @Test
    void aTimeWithoutAZoneIsAGap() {
        policies.add(apply("b", "2026-02-25T13:00:00", "0.65", "sha256:bbbb"));
        assertThat(codes(ask())).containsExactly(GapCode.TIME_WITHOUT_ZONE);
    }

    @Test
    void theReceiptThatCarriesNoVersionIsAGap() {
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        policies.add(Rec.of("agentmesh:evt_000029", "ASSAY_RECEIPT").task(TASK).with("terminal_state", "MERGED"));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.DERIVED);
        assertThat(answer.gaps())
                .containsExactly(
                        new Gap(GapCode.POLICY_NOT_STATED, "ASSAY_RECEIPT evt_000029 carries no _ewp_policy_version"));
        assertThat(answer.exitCode()).isEqualTo(1);
    }

    @Test
    void withoutAnyPolicyTheAnswerIsUnknown() {
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(answer.rule()).isEqualTo(Rule.NO_POLICY);
        assertThat(answer.exitCode()).isEqualTo(1);
    }

    @Test
    void aStateThatWasNotReachedIsUnknown() {
        merge = merge.with("to_state", "running");
        Answer answer = ask();
        assertThat(answer.rule()).isEqualTo(Rule.NO_TRANSITION);
        assertThat(answer.gaps().getFirst().message()).contains("its last known state is running");
    }

    @Test
    void differentTransitionsInTwoStoresAreAmbiguous() {
        EvidenceFolder files = new EvidenceFolder(directory)
                .add("mesh-a/events.jsonl", merge)
                .add("mesh-b/events.jsonl", merge.at("2026-02-25T14:00:00Z"));
        Answer answer = ask(files, Queries.USUAL_SKEW);
        assertThat(answer.verdict()).isEqualTo(Verdict.AMBIGUOUS);
        assertThat(answer.result().array("stores").orElseThrow().toString()).isEqualTo("[\"mesh-a\",\"mesh-b\"]");
    }

    @Test
    void anEpisodesPolicyMapIsEvidence() {
        merge = merge.episode("ep-001");
        policies.add(episode("2026-02-25T13:20:00Z", "0.65"));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.DERIVED);
        assertThat(answer.rule()).isEqualTo(Rule.EPISODE_POLICY);
        assertThat(answer.headline()).isEqualTo("brain_temperature = 0.65");
    }

    @Test
    void anEpisodeAfterTheChangeThatRanUnderAnotherValueIsAConflict() {
        merge = merge.episode("ep-001");
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.650", "sha256:bbbb"));
        policies.add(episode("2026-02-25T13:20:00Z", "0.65"));
        assertThat(ask().verdict()).isEqualTo(Verdict.DERIVED);
        policies.set(1, episode("2026-02-25T13:20:00Z", "0.7"));
        assertThat(ask().rule()).isEqualTo(Rule.EPISODE_AND_DERIVED_DIFFER);
        policies.set(1, episode("2026-02-25T12:20:00Z", "0.7"));
        assertThat(ask().verdict()).isEqualTo(Verdict.DERIVED);
    }

    @Test
    void aBrokenRecordOnThePathIsExitCodeTwo() {
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb").with("broken", true));
        assertThat(ask().exitCode()).isEqualTo(2);
    }

    @Test
    void theJsonKeepsItsShape() {
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        JsonObject json = ask().toJson();
        assertThat(json.names())
                .containsExactly(
                        "schema",
                        "question",
                        "subject",
                        "verdict",
                        "rule",
                        "headline",
                        "exit_code",
                        "result",
                        "path",
                        "gaps",
                        "findings",
                        "footer");
        assertThat(json.object("result")
                        .orElseThrow()
                        .array("levers")
                        .orElseThrow()
                        .toString())
                .isEqualTo("[{\"lever\":\"BRAIN_TEMPERATURE\",\"value\":0.65,\"versions\":[\"sha256:bbbb\"],"
                        + "\"changes\":[{\"id\":\"ccio:b\",\"since\":\"2026-02-25T13:00:00Z\",\"value\":0.65,"
                        + "\"version\":\"sha256:bbbb\"}],\"undone\":[]}]");
    }
}
