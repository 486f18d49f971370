package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestAppend.together;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.child;
import static dev.waybill.simulator.TestRuns.due;
import static dev.waybill.simulator.TestRuns.ended;
import static dev.waybill.simulator.TestRuns.id;
import static dev.waybill.simulator.TestRuns.ready;
import static dev.waybill.simulator.TestRuns.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Runs that others give something to do: they are claimed once for it, by their owner or by anybody.
interface WakeContract extends StoreUnderTest {

    ProcessId CARLA = new ProcessId("carla");
    ProcessId DORA = new ProcessId("dora");

    @Test
    default void theEndOfAChildWakesItsParent() {
        store().commit(together(newRun(id(1)), newRun(child(id(2), id(1)))));
        assertThat(claim(CARLA, 0)).isEmpty();
        store().commit(append(id(2), 0)
                .events(1)
                .projection(ended())
                .wakes(id(1))
                .alone());
        assertThat(claim(CARLA, 0)).containsExactly(new Claim(id(1), 1, false));
    }

    @Test
    default void aWakeIsForgottenOnceClaimed() {
        store().register(CARLA, "serve", at(0));
        store().commit(newRun(id(1)).wakes(id(1)).alone());
        assertThat(claim(CARLA, 0)).containsExactly(new Claim(id(1), 1, false));
        assertThat(claim(CARLA, 0)).isEmpty();
        store().commit(append(id(1), 0).ownedBy(CARLA, 1).release().alone());
        assertThat(claim(CARLA, 0)).isEmpty();
        assertThat(claim(DORA, 0)).isEmpty();
    }

    @Test
    default void anOwnerHearsOfAWakeInTheSameEpoch() {
        store().register(CARLA, "serve", at(0));
        store().commit(newRun(id(1)).ownedBy(CARLA, 1).projection(ready(at(0))).alone());
        assertThat(claim(CARLA, 0)).isEmpty();
        store().commit(append(id(1), 0).events(1).wakes(id(1)).alone());
        assertThat(claim(DORA, 0)).isEmpty();
        assertThat(claim(CARLA, 0)).containsExactly(new Claim(id(1), 1, false));
        assertThat(claim(CARLA, 0)).isEmpty();
        assertThat(stored(id(1)).epoch()).isEqualTo(1);
    }

    @Test
    default void anOwnerHearsOfItsDeadlines() {
        store().register(CARLA, "serve", at(0));
        store().commit(newRun(id(1)).ownedBy(CARLA, 1).projection(due(at(10))).alone());
        assertThat(claim(CARLA, 9)).isEmpty();
        assertThat(claim(CARLA, 10)).containsExactly(new Claim(id(1), 1, false));
    }

    @Test
    default void aWakeOutlivesARelease() {
        store().register(CARLA, "serve", at(0));
        store().commit(newRun(id(1)).ownedBy(CARLA, 1).wakes(id(1)).alone());
        store().commit(append(id(1), 0).ownedBy(CARLA, 1).release().alone());
        assertThat(claim(DORA, 0)).containsExactly(new Claim(id(1), 2, false));
    }

    @Test
    default void aRefusedTransactionWakesNobody() {
        store().commit(together(newRun(id(1)), newRun(id(2))));
        assertThat(store().commit(append(id(2), 5).wakes(id(1)).alone())).isEqualTo(new Commit.Lost(id(2), 0));
        assertThat(claim(CARLA, 0)).isEmpty();
    }

    @Test
    default void aRunThatIsNotThereIsNotWoken() {
        assertThat(store().commit(newRun(id(1)).wakes(id(2)).alone())).isEqualTo(Commit.DONE);
        store().commit(newRun(id(2)).alone());
        assertThat(claim(CARLA, 0)).isEmpty();
    }

    @Test
    default void aRunMayBeWokenByTheTransactionThatCreatesIt() {
        store().commit(together(newRun(id(1)).wakes(id(2)), newRun(id(2))));
        assertThat(claim(CARLA, 0)).containsExactly(new Claim(id(2), 1, false));
    }

    @Test
    default void whatWasBegunIsLookedAfterWhenItsOwnerUnregisters() {
        store().register(CARLA, "serve", at(0));
        store().commit(newRun(id(1)).ownedBy(CARLA, 1).projection(waiting()).alone());
        store().unregister(CARLA);
        assertThat(claim(DORA, 0)).containsExactly(new Claim(id(1), 2, false));
    }

    @Test
    default void aWokenRunWaitsSinceItsLastChange() {
        store().commit(newRun(id(1)).projection(ready(at(5))).alone());
        store().commit(newRun(id(2)).projection(due(at(1_000))).wakes(id(2)).alone());
        store().commit(newRun(id(3)).projection(due(at(3))).wakes(id(3)).alone());
        assertThat(claim(CARLA, 10))
                .containsExactly(new Claim(id(2), 1, false), new Claim(id(3), 1, false), new Claim(id(1), 1, false));
    }

    @Test
    default void aPrunedRunNeedsNoAttention() {
        store().commit(newRun(id(1)).projection(ended()).wakes(id(1)).alone());
        assertThat(store().prune(id(1))).isTrue();
        assertThat(claim(CARLA, 0)).isEmpty();
    }

    private List<Claim> claim(ProcessId process, long second) {
        return store().claim(process, ClaimScope.ALL, at(second), Duration.ofSeconds(30), MANY);
    }
}
