package dev.waybill.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.attest.Attestation;
import dev.waybill.engine.attest.Claim;
import dev.waybill.engine.attest.Identities;
import dev.waybill.engine.attest.RelatedRuns;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.engine.attest.SummaryClaim;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A branch shares events with its source, but no receipts: its root signs for all that it follows from.
class BranchReceiptsTest {

    private static final Attestation ATTESTATION = new Attestation(new Identities(new TenantIds(new byte[32]), "host"));

    private static final GraphText TRIED_TWICE =
            GraphText.graph().node("a", History.WORK, "", "", ",'settings':{'maxRetries':2,'retryDelayMs':100}");

    @Test
    void anAttemptAfterOneThatFailedInTheSourceFollowsFromTheRoot() {
        History branch = failedOnce().after(Duration.ofSeconds(1)).finished("a");
        assertThat(steps(branch))
                .singleElement()
                .satisfies(step -> assertThat(step.parents()).containsExactly(root(branch)));
    }

    @Test
    void aCancelAfterAnAttemptThatFailedInTheSourceFollowsFromTheRoot() {
        History branch = failedOnce().cancelled();
        assertThat(steps(branch))
                .singleElement()
                .satisfies(step -> assertThat(step.parents()).containsExactly(root(branch)));
    }

    @Test
    void aBranchNamesOnlyStepsThatItHasSignedForItself() {
        Seeds.check(400, random -> {
            History source = RandomRuns.played(random);
            History branch = branched(random, source);
            for (History each : List.of(source, branch, branched(random, branch))) {
                assertNamesItsOwn(each);
            }
        });
    }

    private static void assertNamesItsOwn(History history) {
        Set<StepId> signed = new HashSet<>(Set.of(root(history)));
        for (Claim claim : claims(history)) {
            switch (claim) {
                case StepClaim step -> {
                    assertThat(signed).as(step::toString).containsAll(step.parents());
                    signed.add(step.stepId());
                }
                case SummaryClaim summary -> {
                    WorkflowError error = summary.draft().error();
                    if (error != null) {
                        assertThat(signed).as(summary::toString).contains(error.failedStepId());
                    }
                }
            }
        }
    }

    /// A branch right behind the failure, where the next attempt is still to come.
    private static History failedOnce() {
        History source = History.of(TRIED_TWICE).started().failedForNow("a");
        assertThat(source.all()).last().isEqualTo("node.retried a");
        return source.branchedAt(source.log().size(), "{}");
    }

    private static History branched(Random random, History source) {
        History branch = source.later(Duration.ofSeconds(random.nextInt(100)))
                .branchedAt(1 + random.nextInt(source.log().size()), "{}");
        if (!branch.state().isTerminal()) {
            branch.advanced();
            new RandomRuns(random, branch).play(random.nextInt(10)).finish();
        }
        return branch;
    }

    private static StepId root(History history) {
        return new StepId(history.state().rootStep());
    }

    private static List<StepClaim> steps(History history) {
        return claims(history).stream()
                .filter(StepClaim.class::isInstance)
                .map(StepClaim.class::cast)
                .toList();
    }

    /// What a run signs for its own events, in order.
    private static List<Claim> claims(History history) {
        long own = history.state().header().origin() instanceof Origin.Fork fork ? fork.sequence() : 0;
        List<Claim> claims = new ArrayList<>();
        RunState state = Fold.begin(history.state().header(), history.state().workflow());
        for (Event event : history.log()) {
            RunState before = state;
            state = Fold.evolve(before, event);
            if (event.sequence() >= own) {
                claims.addAll(ATTESTATION.of(before, event, state, RelatedRuns.NONE));
            }
        }
        return claims;
    }
}
