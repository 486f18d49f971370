package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.due;
import static dev.waybill.simulator.TestRuns.id;
import static dev.waybill.simulator.TestRuns.ready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.Ownership;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Who works on which run: claims, leases, epochs and fences.
interface OwnershipContract extends StoreUnderTest {

    ProcessId ANNA = new ProcessId("anna");
    ProcessId BERT = new ProcessId("bert-ß");
    Duration LEASE = Duration.ofSeconds(30);

    @Test
    default void aReadyRunIsClaimedOnce() {
        store().register(ANNA, "serve", at(0));
        store().register(BERT, "work", at(0));
        store().commit(newRun(id(1)).projection(ready(at(0))).alone());
        assertThat(claim(ANNA, 0)).containsExactly(new Claim(id(1), 1, false));
        assertThat(stored(id(1)).owner()).isEqualTo(ANNA);
        assertThat(stored(id(1)).epoch()).isEqualTo(1);
        assertThat(claim(BERT, 0)).isEmpty();
        assertThat(claim(ANNA, 0)).isEmpty();
    }

    @Test
    default void whatAProcessLeavesToOthersIsClaimedByOthersOnly() {
        store().register(ANNA, "work", at(0));
        store().commit(newRun(id(1)).projection(ready(at(0))).alone());
        store().commit(newRun(id(2)).projection(ready(at(0))).alone());
        assertThat(store().claim(ANNA, ClaimScope.ALL, at(0), LEASE, MANY, List.of(id(1), id(3))))
                .containsExactly(new Claim(id(2), 1, false));
        assertThat(claim(BERT, 0)).containsExactly(new Claim(id(1), 1, false));
    }

    @Test
    default void aRunThatIsGivenBackIsAnybodysAtOnce() {
        store().register(ANNA, "work", at(0));
        store().commit(newRun(id(1)).projection(due(at(5))).alone());
        store().giveBack(ANNA, claim(ANNA, 5).getFirst());
        assertThat(stored(id(1)).owner()).isNull();
        assertThat(claim(BERT, 5)).containsExactly(new Claim(id(1), 2, false));
    }

    @Test
    default void aDeadOwnersRunThatIsGivenBackIsStillADeadOwners() {
        store().register(ANNA, "work", at(0));
        store().commit(newRun(id(1)).projection(ready(at(0))).alone());
        claim(ANNA, 0);
        store().register(BERT, "work", at(100));
        Claim taken = claim(BERT, 100).getFirst();
        assertThat(taken.takenOver()).isTrue();
        store().giveBack(BERT, taken);
        store().register(ANNA, "work", at(100));
        assertThat(claim(ANNA, 100)).containsExactly(new Claim(id(1), 3, true));
    }

    @Test
    default void whoDoesNotOwnARunGivesNothingBack() {
        store().register(ANNA, "work", at(0));
        store().commit(newRun(id(1)).projection(ready(at(0))).alone());
        Claim held = claim(ANNA, 0).getFirst();
        store().giveBack(BERT, held);
        store().giveBack(ANNA, new Claim(id(1), 7, false));
        store().giveBack(ANNA, new Claim(id(9), 1, false));
        assertThat(stored(id(1)).owner()).isEqualTo(ANNA);
    }

    @Test
    default void aRunThatWaitsForSomebodyIsNotClaimed() {
        store().commit(newRun(id(1)).projection(TestRuns.waiting()).alone());
        store().commit(newRun(id(2)).projection(TestRuns.ended()).alone());
        assertThat(claim(ANNA, 1_000)).isEmpty();
    }

    @Test
    default void aRunIsClaimedWhenItsDeadlineHasCome() {
        store().commit(newRun(id(1)).projection(due(at(60))).alone());
        Instant justBefore = at(60).minusNanos(1_000);
        assertThat(store().claim(ANNA, ClaimScope.ALL, justBefore, LEASE, MANY)).isEmpty();
        assertThat(claim(ANNA, 60)).containsExactly(new Claim(id(1), 1, false));
    }

    @Test
    default void whoWaitsLongestIsClaimedFirst() {
        store().commit(newRun(id(1)).projection(ready(at(30))).alone());
        store().commit(newRun(id(2)).projection(due(at(20))).alone());
        store().commit(newRun(id(3)).projection(due(at(10))).alone());
        store().commit(newRun(id(4)).projection(ready(at(20))).alone());
        Projection readyBeforeItsDeadline = new Projection(RunStatus.RUNNING, true, at(1_000), null, at(5));
        store().commit(newRun(id(5)).projection(readyBeforeItsDeadline).alone());
        store().register(ANNA, "serve", at(100));
        assertThat(store().claim(ANNA, ClaimScope.ALL, at(100), LEASE, 2))
                .containsExactly(new Claim(id(5), 1, false), new Claim(id(3), 1, false));
        assertThat(claim(BERT, 100))
                .containsExactly(new Claim(id(2), 1, false), new Claim(id(4), 1, false), new Claim(id(1), 1, false));
    }

    @Test
    default void aDeadOwnersRunIsTakenOverInANewEpoch() {
        claimedByAnna();
        store().heartbeat(ANNA, at(10));
        assertThat(claim(BERT, 40)).isEmpty();
        assertThat(store().claim(BERT, ClaimScope.ALL, at(40).plusNanos(1_000), LEASE, MANY))
                .containsExactly(new Claim(id(1), 2, true));
        assertThat(stored(id(1)).owner()).isEqualTo(BERT);
    }

    @Test
    default void anOwnerThatNeverRegisteredIsNotAlive() {
        store().commit(newRun(id(1)).ownedBy(ANNA, 7).projection(ready(at(0))).alone());
        assertThat(claim(BERT, 0)).containsExactly(new Claim(id(1), 8, true));
    }

    @Test
    default void whoStoppedAndFoundNobodyInItsPlaceGoesOn() {
        claimedByAnna();
        assertThat(claim(ANNA, 31)).isEmpty();
        assertThat(store().commit(append(id(1), 1).ownedBy(ANNA, 1).events(1).alone()))
                .isEqualTo(Commit.DONE);
    }

    @Test
    default void whoLostItsRunAndGotItBackWritesInTheNewEpochOnly() {
        claimedByAnna();
        claim(BERT, 31);
        store().register(ANNA, "serve", at(60));
        assertThat(claim(ANNA, 60)).containsExactly(new Claim(id(1), 3, true));
        assertThat(store().commit(append(id(1), 1).ownedBy(ANNA, 1).events(1).alone()))
                .isEqualTo(new Commit.Fenced(id(1)));
        assertThat(store().commit(append(id(1), 1).ownedBy(ANNA, 3).events(1).alone()))
                .isEqualTo(Commit.DONE);
    }

    @Test
    default void anOwnerWritesInItsEpochOnly() {
        claimedByAnna();
        assertThat(store().commit(append(id(1), 1).ownedBy(ANNA, 0).events(1).alone()))
                .isEqualTo(new Commit.Fenced(id(1)));
        assertThat(store().commit(append(id(1), 1).ownedBy(BERT, 1).events(1).alone()))
                .isEqualTo(new Commit.Fenced(id(1)));
        assertThat(store().commit(append(id(1), 1).ownedBy(ANNA, 1).events(1).alone()))
                .isEqualTo(Commit.DONE);
        assertThat(stored(id(1)).owner()).isEqualTo(ANNA);
    }

    @Test
    default void anOwnerThatLostItsRunIsFencedWhateverHeadItExpects() {
        claimedByAnna();
        claim(BERT, 31);
        store().commit(append(id(1), 1).ownedBy(BERT, 2).events(1).alone());
        assertThat(store().commit(append(id(1), 1).ownedBy(ANNA, 1).events(1).alone()))
                .isEqualTo(new Commit.Fenced(id(1)));
        assertThat(store().commit(append(id(1), 2).ownedBy(ANNA, 1).events(1).alone()))
                .isEqualTo(new Commit.Fenced(id(1)));
        assertThat(log(id(1))).hasSize(2);
    }

    @Test
    default void aCommandThatAnybodyMayGiveNeedsNoOwner() {
        claimedByAnna();
        assertThat(store().commit(append(id(1), 1)
                        .events(1)
                        .projection(ready(at(1)))
                        .alone()))
                .isEqualTo(Commit.DONE);
        assertThat(stored(id(1)).owner()).isEqualTo(ANNA);
        assertThat(store().commit(append(id(1), 1).ownedBy(ANNA, 1).events(1).alone()))
                .isEqualTo(new Commit.Lost(id(1), 2));
    }

    @Test
    default void aReleasedRunHasNoOwnerAndKeepsItsEpoch() {
        claimedByAnna();
        store().commit(append(id(1), 1)
                .ownedBy(ANNA, 1)
                .projection(due(at(5)))
                .release()
                .alone());
        assertThat(stored(id(1)).owner()).isNull();
        assertThat(stored(id(1)).epoch()).isEqualTo(1);
        assertThat(store().commit(append(id(1), 1).ownedBy(ANNA, 1).alone())).isEqualTo(new Commit.Fenced(id(1)));
        assertThat(claim(BERT, 5)).containsExactly(new Claim(id(1), 2, false));
    }

    @Test
    default void whoUnregistersGivesItsRunsBack() {
        claimedByAnna();
        store().unregister(ANNA);
        assertThat(stored(id(1)).owner()).isNull();
        assertThat(stored(id(1)).epoch()).isEqualTo(1);
        assertThat(stored(id(1)).startedBy()).isEqualTo(ANNA);
        assertThat(claim(BERT, 0)).containsExactly(new Claim(id(1), 2, false));
    }

    @Test
    default void aForgottenProcessDoesNotComeBackByAHeartbeat() {
        store().register(ANNA, "serve", at(0));
        store().unregister(ANNA);
        assertThat(store().heartbeat(ANNA, at(1))).isFalse();
        assertThat(store().othersAlive(BERT, at(1), LEASE)).isFalse();
    }

    @Test
    default void aProcessThatIsSilentForLongIsForgottenWithTheNextHeartbeatOfAnother() {
        Instant last = at(0).plus(Ownership.FORGOTTEN_AFTER);
        store().register(ANNA, "serve", at(0));
        store().register(BERT, "work", at(0));
        assertThat(store().heartbeat(BERT, last)).isTrue();
        assertThat(isKnown(ANNA)).isTrue();
        assertThat(store().heartbeat(BERT, last.plusNanos(1_000))).isTrue();
        assertThat(isKnown(ANNA)).isFalse();
        assertThat(store().heartbeat(ANNA, last.plusSeconds(1))).isFalse();
        store().register(ANNA, "serve", last.plusSeconds(2));
        assertThat(store().heartbeat(ANNA, last.plusSeconds(3))).isTrue();
    }

    @Test
    default void whatAProcessSaysAboutItselfIsThereUntilItsNextHeartbeat() {
        JsonObject busy = JsonObject.builder().put("atWork", 3).build();
        store().register(BERT, "work", at(0));
        store().register(ANNA, "serve", at(0));
        assertThat(store().heartbeat(BERT, at(2), busy)).isTrue();
        assertThat(store().processes(at(2), LEASE))
                .containsExactly(
                        new LiveProcess(ANNA, "serve", at(0), JsonObject.EMPTY),
                        new LiveProcess(BERT, "work", at(2), busy));
        store().heartbeat(BERT, at(3));
        assertThat(store().processes(at(3), LEASE)).contains(new LiveProcess(BERT, "work", at(3), JsonObject.EMPTY));
    }

    @Test
    default void whoIsSilentForLongerThanTheLeaseIsNotAmongTheProcesses() {
        store().register(ANNA, "serve", at(0));
        assertThat(store().processes(at(0).plus(LEASE), LEASE)).hasSize(1);
        assertThat(store().processes(at(0).plus(LEASE).plusNanos(1_000), LEASE)).isEmpty();
        store().unregister(ANNA);
        assertThat(store().processes(at(0), LEASE)).isEmpty();
    }

    @Test
    default void aHeartbeatAfterALongSilenceCountsWhereNobodyWasThereToForget() {
        store().register(ANNA, "serve", at(0));
        Instant late = at(1).plus(Ownership.FORGOTTEN_AFTER);
        assertThat(store().heartbeat(ANNA, late)).isTrue();
        assertThat(store().othersAlive(BERT, late, LEASE)).isTrue();
    }

    /// Behind an outage everybody has been silent: an owner that is still there must not look like one that
    /// never was.
    @Test
    default void anOwnerIsRememberedHoweverLongItIsSilent() {
        claimedByAnna();
        store().register(BERT, "work", at(0));
        Instant late = at(1).plus(Ownership.FORGOTTEN_AFTER);
        store().heartbeat(BERT, late);
        assertThat(isKnown(ANNA)).isTrue();
        assertThat(store().claim(BERT, ClaimScope.ALL, late, Duration.ofDays(1), 10))
                .isEmpty();
        assertThat(claim(BERT, Ownership.FORGOTTEN_AFTER.toSeconds() + 1)).containsExactly(new Claim(id(1), 2, true));
        assertThat(store().commit(append(id(1), 1).ownedBy(ANNA, 1).events(1).alone()))
                .isEqualTo(new Commit.Fenced(id(1)));
        store().heartbeat(BERT, late);
        assertThat(isKnown(ANNA)).isFalse();
    }

    /// Whether the store still has it, alive or not.
    private boolean isKnown(ProcessId process) {
        ProcessId nobody = new ProcessId("nobody");
        Duration ever = Duration.ofDays(1);
        boolean others = store().othersAlive(process.equals(ANNA) ? BERT : ANNA, at(0), ever);
        assertThat(store().othersAlive(nobody, at(0), ever)).isTrue();
        return others;
    }

    @Test
    default void othersAreAliveWithinTheirLease() {
        assertThat(store().othersAlive(ANNA, at(0), LEASE)).isFalse();
        store().register(ANNA, "serve", at(0));
        assertThat(store().othersAlive(ANNA, at(0), LEASE)).isFalse();
        store().register(BERT, "mcp", at(10));
        assertThat(store().othersAlive(ANNA, at(40), LEASE)).isTrue();
        assertThat(store().othersAlive(ANNA, at(40).plusNanos(1_000), LEASE)).isFalse();
        store().heartbeat(BERT, at(41));
        assertThat(store().othersAlive(ANNA, at(42), LEASE)).isTrue();
    }

    @Test
    default void registeringAgainCountsAsAHeartbeat() {
        store().register(BERT, "run", at(0));
        store().register(BERT, "serve", at(100));
        assertThat(store().othersAlive(ANNA, at(100), LEASE)).isTrue();
    }

    @Test
    default void aProcessMayWorkOnItsOwnRunsOnly() {
        store().commit(newRun(id(1)).projection(ready(at(0))).startedBy(BERT).alone());
        store().commit(newRun(id(2)).projection(ready(at(0))).startedBy(ANNA).alone());
        store().commit(newRun(id(3)).projection(ready(at(0))).alone());
        assertThat(store().claim(ANNA, ClaimScope.OWN, at(0), LEASE, MANY)).containsExactly(new Claim(id(2), 1, false));
    }

    @Test
    default void anAdoptedRunIsItsOwn() {
        store().commit(newRun(id(1)).projection(ready(at(0))).startedBy(BERT).alone());
        store().adopt(ANNA, id(1));
        store().adopt(ANNA, id(99));
        assertThat(stored(id(1)).startedBy()).isEqualTo(ANNA);
        assertThat(store().claim(BERT, ClaimScope.OWN, at(0), LEASE, MANY)).isEmpty();
        assertThat(store().claim(ANNA, ClaimScope.OWN, at(0), LEASE, MANY)).containsExactly(new Claim(id(1), 1, false));
    }

    @Test
    default void anAppendMayChangeWhoLooksAfterTheRun() {
        store().commit(newRun(id(1)).startedBy(ANNA).alone());
        store().commit(append(id(1), 0).events(1).alone());
        assertThat(stored(id(1)).startedBy()).isEqualTo(ANNA);
        store().commit(append(id(1), 1).startedBy(BERT).alone());
        assertThat(stored(id(1)).startedBy()).isEqualTo(BERT);
    }

    @Test
    default void theNextDeadlineIsTheEarliestThatNobodyLooksAfter() {
        assertThat(store().nextDue(ANNA, ClaimScope.ALL)).isEmpty();
        store().register(ANNA, "serve", at(0));
        store().commit(newRun(id(1)).projection(due(at(10))).startedBy(BERT).alone());
        store().commit(newRun(id(2)).projection(due(at(20))).startedBy(ANNA).alone());
        store().commit(newRun(id(3)).projection(due(at(30))).startedBy(ANNA).alone());
        store().commit(newRun(id(4))
                .projection(TestRuns.waiting())
                .startedBy(ANNA)
                .alone());
        assertThat(store().nextDue(ANNA, ClaimScope.ALL)).hasValue(at(10));
        assertThat(store().nextDue(ANNA, ClaimScope.OWN)).hasValue(at(20));
        claim(ANNA, 20);
        assertThat(store().nextDue(ANNA, ClaimScope.ALL)).hasValue(at(30));
    }

    @Test
    default void aDeadlineThatIsMovedCounts() {
        store().commit(newRun(id(1)).projection(due(at(10))).alone());
        store().commit(append(id(1), 0).projection(due(at(50))).alone());
        assertThat(store().nextDue(ANNA, ClaimScope.ALL)).hasValue(at(50));
        assertThat(claim(ANNA, 20)).isEmpty();
    }

    @Test
    default void aDeadOwnersRunIsTakenOverWhateverItDoes() {
        claimedByAnna();
        store().commit(append(id(1), 1)
                .ownedBy(ANNA, 1)
                .projection(TestRuns.waiting())
                .alone());
        assertThat(claim(BERT, 30)).isEmpty();
        assertThat(claim(BERT, 31)).containsExactly(new Claim(id(1), 2, true));
    }

    /// One run with one event, in epoch 1 of Anna, who showed herself at 0.
    private void claimedByAnna() {
        store().register(ANNA, "serve", at(0));
        store().commit(newRun(id(1))
                .events(1)
                .projection(ready(at(0)))
                .startedBy(ANNA)
                .alone());
        assertThat(claim(ANNA, 0)).hasSize(1);
    }

    private List<Claim> claim(ProcessId process, long second) {
        return store().claim(process, ClaimScope.ALL, at(second), LEASE, MANY);
    }
}
