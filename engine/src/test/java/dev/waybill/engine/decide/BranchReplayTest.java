package dev.waybill.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.state.Fold;
import dev.waybill.journal.Origin;
import dev.waybill.testkit.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A branch can be done again like any other run, and so can a branch of it.
class BranchReplayTest {

    /// Work that was in flight where the branch began is done anew, with deadlines, children and settings of the
    /// branch.
    @Test
    void aCheckOfABranchFindsItAsItWasWhateverWasInFlightWhereItBegan() {
        Seeds.check(400, random -> {
            History source = RandomRuns.played(random);
            History branch = branched(random, source);
            // And a branch of the branch.
            for (History each : List.of(branch, branched(random, branch))) {
                long begun = ((Origin.Fork) each.state().header().origin()).sequence();
                for (long from :
                        List.of(begun, begun + random.nextInt((int) (each.log().size() - begun) + 1))) {
                    History check = each.later(Duration.ofMinutes(3))
                            .checkedAt(from, History.decider())
                            .replay(each);
                    assertThat(History.bytes(check.log()))
                            .as("from %d of a branch at %d", from, begun)
                            .isEqualTo(History.bytes(each.log()));
                }
            }
        });
    }

    @Test
    void aBranchOfAReplayThatLeftItsSourcesWayIsNoReplayAnyMore() {
        History source = History.of(GraphText.graph()
                        .works("a")
                        .works("b")
                        .variables("{'name':'n','type':'number','defaultValue':1}"))
                .started()
                .finished("a")
                .cancelled();
        source.later(Fold.CANCEL_GRACE).advanced();
        History replay = source.replayedAt(0, History.decider()).replay(source);
        int parted = 1 + replay.all().indexOf("replay.diverged");
        assertThat(parted).isPositive();
        History branch =
                replay.branchedAt(parted, "{'variables':{'n':9}}").advanced().finished("b");
        History check = branch.checkedAt(parted, History.decider()).replay(branch);
        assertThat(History.bytes(check.log())).isEqualTo(History.bytes(branch.log()));
    }

    private static History branched(Random random, History source) {
        String overlay = random.nextBoolean()
                ? "{'configurable':{'maxLoopIterations':2,'recursionLimit':9}}"
                : "{'variables':{'n':9}}";
        History branch = source.later(Duration.ofSeconds(random.nextInt(100)))
                .branchedAt(1 + random.nextInt(source.log().size()), overlay);
        if (!branch.state().isTerminal()) {
            branch.advanced();
            new RandomRuns(random, branch).play(random.nextInt(10)).finish();
        }
        return branch;
    }
}
