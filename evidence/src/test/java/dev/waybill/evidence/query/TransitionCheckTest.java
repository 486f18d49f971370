package dev.waybill.evidence.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.evidence.Rec;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a task's records say against its end, and whose policy counts for it.
class TransitionCheckTest extends PolicyCase {

    private static final Rec RECEIPT = Rec.of("agentmesh:evt_000029", "ASSAY_RECEIPT")
            .task(TASK)
            .at("2026-02-25T13:42:09Z")
            .with("terminal_state", "MERGED");

    private static List<GapCode> all(Answer answer) {
        return answer.gaps().stream().map(Gap::code).toList();
    }

    @Test
    void anEndWithoutItsReceiptIsNoBetterThanOneWithASilentReceipt() {
        policies.add(apply("b", "2026-02-25T13:00:00Z", "0.65", "sha256:bbbb"));
        assertThat(all(ask())).containsExactly(GapCode.RECEIPT_MISSING);
        policies.add(RECEIPT);
        assertThat(all(ask())).containsExactly(GapCode.POLICY_NOT_STATED);
        policies.set(1, RECEIPT.policy("sha256:bbbb"));
        assertThat(all(ask())).isEmpty();
        assertThat(ask().exitCode()).isZero();
    }

    @Test
    void anEndThatStatesItsPolicyNeedsItsReceiptToo() {
        merge = merge.policy("sha256:bbbb");
        policies.add(RECEIPT.policy("sha256:cccc"));
        assertThat(ask().verdict()).isEqualTo(Verdict.CONFLICT);
        policies.clear();
        assertThat(ask().verdict()).isEqualTo(Verdict.STATED);
        assertThat(ask().exitCode()).isEqualTo(1);
    }

    @Test
    void aReceiptOfAnotherEndIsOnThePathAndContradicts() {
        merge = merge.policy("sha256:bbbb");
        policies.add(RECEIPT.with("terminal_state", "ABORTED").policy("sha256:bbbb"));
        Answer answer = ask();
        assertThat(all(answer)).containsExactly(GapCode.RECEIPT_CONTRADICTS);
        assertThat(answer.gaps().getFirst().message())
                .isEqualTo("agentmesh:evt_000029 says that the task ended as aborted, agentmesh:evt_000027 that it"
                        + " reached merged");
        assertThat(roles(answer)).contains("agentmesh:evt_000029 receipt");
        // Another transition of the same task explains it.
        policies.add(
                Rec.of("agentmesh:evt_000031", "TASK_TRANSITION").task(TASK).with("to_state", "aborted"));
        assertThat(all(ask())).containsExactly(GapCode.RECEIPT_MISSING);
    }

    @Test
    void aJumpOverStatesIsIllegal() {
        policies.add(RECEIPT.policy("sha256:bbbb"));
        merge = merge.policy("sha256:bbbb");
        assertThat(all(ask())).isEmpty();
        merge = merge.with("from_state", "planned");
        Answer answer = ask();
        assertThat(all(answer)).containsExactly(GapCode.TRANSITION_ILLEGAL);
        assertThat(answer.gaps().getFirst().message())
                .isEqualTo("agentmesh:evt_000027 goes from planned to merged; expected one of [assigned, aborted]");
        assertThat(answer.exitCode()).isEqualTo(1);
    }

    @Test
    void thePolicyOfAnotherConsumerIsNotTheTasks() {
        policies.add(apply("agentmesh:a", "2026-02-25T12:00:00Z", "0.9", "sha256:mesh"));
        policies.add(apply("ccio:c", "2026-02-25T12:30:00Z", "0.65", "sha256:ccio")
                .with("old_value", new JsonNumber("0.70")));
        Answer answer = ask();
        assertThat(answer.headline()).isEqualTo("sha256:mesh (BRAIN_TEMPERATURE = 0.9)");
        assertThat(codes(answer)).isEmpty();
        assertThat(roles(answer)).noneMatch(line -> line.startsWith("ccio:"));
    }

    @Test
    void thePoliciesOfTwoOtherConsumersAreAmbiguousAndBothAreNamed() {
        policies.add(apply("quintet:q", "2026-02-25T12:00:00Z", "0.9", "sha256:quintet"));
        policies.add(apply("ccio:c", "2026-02-25T12:30:00Z", "0.65", "sha256:ccio"));
        Answer answer = ask();
        assertThat(answer.verdict()).isEqualTo(Verdict.AMBIGUOUS);
        assertThat(answer.rule()).isEqualTo(Rule.SEVERAL_OWNERS);
        assertThat(answer.headline())
                .isEqualTo("several owners set one lever: ccio: BRAIN_TEMPERATURE = 0.65, quintet: BRAIN_TEMPERATURE ="
                        + " 0.9");
        assertThat(answer.exitCode()).isEqualTo(1);
        // One that the task's own system made decides.
        policies.add(apply("agentmesh:a", "2026-02-25T11:00:00Z", "0.8", "sha256:mesh"));
        assertThat(ask().headline()).startsWith("sha256:mesh");
    }

    @Test
    void aRollbackCountsForTheOwnerOfTheChangeThatItNames() {
        policies.add(apply("agentmesh:a", "2026-02-25T12:00:00Z", "0.9", "sha256:mesh"));
        policies.add(apply("ccio:c", "2026-02-25T12:30:00Z", "0.65", "sha256:ccio"));
        policies.add(rollback("r", "ccio:c", "2026-02-25T13:00:00Z"));
        assertThat(ask().headline()).isEqualTo("sha256:mesh (BRAIN_TEMPERATURE = 0.9)");
    }
}
