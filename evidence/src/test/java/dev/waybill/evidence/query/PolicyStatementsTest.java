package dev.waybill.evidence.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.evidence.Rec;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// All that is stated beside the transition counts, and what contradicts it is told.
class PolicyStatementsTest extends PolicyCase {

    @Test
    void aRollbackThatNamesNoKnownChangeUndoesTheLastOneOfItsChainAndLever() {
        policies.add(apply("a", "2026-02-25T12:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb").correlation("qt_1"));
        policies.add(
                rollback("r", "ccio:policy_apply_xyz", "2026-02-25T13:30:00Z").correlation("qt_1"));
        Answer answer = ask();
        assertThat(answer.rule()).isEqualTo(Rule.ROLLED_BACK);
        assertThat(answer.headline()).isEqualTo("sha256:aaaa (BRAIN_TEMPERATURE = 0.7)");
        assertThat(roles(answer)).contains("ccio:b undone", "ccio:r rollback");
        assertThat(codes(answer)).isEmpty();
    }

    @Test
    void aRollbackOfNothingKnownStillSaysWhatItWentBackTo() {
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        policies.add(rollback("r", "ccio:policy_apply_xyz", "2026-02-25T13:30:00Z")
                .with("reverted_to", new JsonNumber("0.7")));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.DERIVED);
        assertThat(answer.headline()).contains("BRAIN_TEMPERATURE = 0.7").doesNotContain("sha256:bbbb");
        assertThat(codes(answer)).contains(GapCode.ROLLBACK_UNMATCHED, GapCode.POLICY_BEFORE_UNKNOWN);
    }

    @Test
    void aRollbackToAnotherValueThanTheOneBeforeIsAConflict() {
        policies.add(apply("a", "2026-02-25T12:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        policies.add(rollback("r", "ccio:b", "2026-02-25T13:30:00Z").with("reverted_to", new JsonNumber("0.9")));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.CONFLICT);
        assertThat(answer.rule()).isEqualTo(Rule.ROLLBACK_AND_HISTORY_DIFFER);
        assertThat(answer.headline()).contains("0.9").contains("0.7");
        policies.set(2, rollback("r", "ccio:b", "2026-02-25T13:30:00Z").with("reverted_to", new JsonNumber("0.70")));
        assertThat(ask().verdict()).isEqualTo(Verdict.DERIVED);
    }

    @Test
    void beforeTheFirstChangeTheValueThatItReplacedWasInForce() {
        policies.add(
                apply("b", "2026-02-25T15:00:00Z", "0.65", "sha256:bbbb").with("old_value", new JsonNumber("0.7")));
        policies.add(
                apply("c", "2026-02-25T16:00:00Z", "0.6", "sha256:cccc").with("old_value", new JsonNumber("0.65")));
        Answer answer = ask();
        assertThat(answer.rule()).isEqualTo(Rule.BEFORE_FIRST_APPLY);
        assertThat(answer.headline()).contains("BRAIN_TEMPERATURE = 0.7");
        assertThat(roles(answer)).contains("ccio:b replaces");
        assertThat(codes(answer)).containsExactly(GapCode.POLICY_BEFORE_UNKNOWN);
    }

    @Test
    void aReplacedValueThatNoChangeMadeShowsThatOneIsMissing() {
        policies.add(apply("a", "2026-02-25T12:00:00Z", "0.7", "sha256:aaaa"));
        policies.add(apply("c", "2026-02-25T16:00:00Z", "0.6", "sha256:cccc").with("old_value", new JsonNumber("0.8")));
        Answer next = ask();
        assertThat(next.headline()).startsWith("sha256:aaaa");
        assertThat(codes(next)).containsExactly(GapCode.APPLY_MISSING);
        policies.add(
                apply("b", "2026-02-25T13:00:00Z", "0.8", "sha256:bbbb").with("old_value", new JsonNumber("0.75")));
        assertThat(codes(ask())).hasSize(1);
        assertThat(ask().gaps().getFirst().message()).contains("ccio:b replaced", "0.75", "0.7");
    }

    @Test
    void theCheckpointOfTheStateStatesIt() {
        merge = merge.with("to_state", "ci_pass");
        policies.add(checkpoint("ci_pass", "2026-02-25T13:42:08Z", "sha256:bbbb"));
        Answer answer = ask("ci_pass");
        assertThat(answer.verdict()).isEqualTo(Verdict.STATED);
        assertThat(answer.headline()).isEqualTo("sha256:bbbb");
    }

    @Test
    void theLastCheckpointBeforeIsAnAnswerAndOneAgainstTheChangesIsAConflict() {
        policies.add(checkpoint("ci_pass", "2026-02-25T13:10:00Z", "sha256:aaaa"));
        policies.add(checkpoint("review_pass", "2026-02-25T13:20:00Z", "sha256:bbbb"));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.DERIVED);
        assertThat(answer.rule()).isEqualTo(Rule.LAST_STATEMENT);
        assertThat(answer.headline()).isEqualTo("sha256:bbbb");

        policies.add(apply("a", "2026-02-25T12:00:00Z", "0.7", "sha256:aaaa"));
        Answer conflict = ask();
        assertThat(conflict.verdict()).isEqualTo(Verdict.CONFLICT);
        assertThat(conflict.headline()).contains("sha256:bbbb", "sha256:aaaa");

        policies.add(apply("b", "2026-02-25T13:15:00Z", "0.65", "sha256:bbbb"));
        assertThat(ask().verdict()).isEqualTo(Verdict.DERIVED);
    }

    @Test
    void aReceiptOfTheEpisodeStatesIt() {
        merge = merge.episode("ep_1");
        policies.add(Rec.of("ccio:chi_1", "ChiRoutingReceipt")
                .episode("ep_1")
                .at("2026-02-25T13:00:00Z")
                .policy("sha256:bbbb"));
        policies.add(Rec.of("ccio:chi_2", "ChiRoutingReceipt")
                .episode("ep_1")
                .task("task_another")
                .at("2026-02-25T13:10:00Z")
                .policy("sha256:cccc"));
        Answer answer = ask();
        assertThat(answer.rule()).isEqualTo(Rule.LAST_STATEMENT);
        assertThat(answer.headline()).isEqualTo("sha256:bbbb");
    }

    @Test
    void theReceiptOfTheTransitionIsWeighedAgainstTheChangesAndTheTransition() {
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        policies.add(receipt("sha256:bbbb"));
        assertThat(ask().verdict()).isEqualTo(Verdict.STATED);
        policies.set(1, receipt("sha256:cccc"));
        assertThat(ask().rule()).isEqualTo(Rule.STATED_AND_DERIVED_DIFFER);
        // A change between the transition and its receipt explains it.
        policies.add(apply("c", "2026-02-25T13:42:08Z", "0.6", "sha256:cccc"));
        assertThat(ask(Duration.ZERO).headline()).startsWith("sha256:bbbb");
        policies.clear();
        merge = merge.policy("sha256:bbbb");
        policies.add(receipt("sha256:cccc"));
        assertThat(ask().rule()).isEqualTo(Rule.STATEMENTS_DIFFER);
    }

    @Test
    void aBrokenRecordOfTheTransitionIsInTheHeadline() {
        merge = merge.policy("sha256:bbbb").with("broken", true);
        Answer answer = ask();
        assertThat(answer.headline()).startsWith("the record of the transition is broken");
        assertThat(answer.exitCode()).isEqualTo(2);
    }

    @Test
    void everyLineOfThePathHasItsTime() {
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        assertThat(ask().path()).allSatisfy(line -> assertThat(line.time()).isPresent());
    }

    private static Rec checkpoint(String state, String at, String version) {
        return Rec.of("agentmesh:evt_cp_" + state, "CHECKPOINT_RECEIPT")
                .task(TASK)
                .at(at)
                .with("checkpoint", state)
                .policy(version);
    }

    private static Rec receipt(String version) {
        return Rec.of("agentmesh:evt_000029", "ASSAY_RECEIPT")
                .task(TASK)
                .at("2026-02-25T13:42:09Z")
                .with("terminal_state", "MERGED")
                .policy(version);
    }
}
