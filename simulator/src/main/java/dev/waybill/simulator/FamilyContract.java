package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.child;
import static dev.waybill.simulator.TestRuns.ended;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.ProcessId;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a store knows about a run and all that it led to.
interface FamilyContract extends StoreUnderTest {

    ProcessId FIRST = new ProcessId("first");
    ProcessId SECOND = new ProcessId("second");

    @Test
    default void aFamilyIsCountedAsFarAsAsked() {
        family();

        assertThat(store().familySize(id(1), 100)).isEqualTo(4);
        assertThat(store().familySize(id(1), 3)).isEqualTo(3);
        assertThat(store().familySize(id(2), 100)).isEqualTo(3);
        assertThat(store().familySize(id(5), 100)).isEqualTo(1);
        assertThat(store().familySize(id(99), 100)).isZero();
    }

    @Test
    default void theOpenRunsOfATenantAreCountedAsFarAsAsked() {
        family();

        String tenant = store().run(id(1)).orElseThrow().header().tenant();
        assertThat(store().openRuns(tenant, 100)).isEqualTo(4);
        assertThat(store().openRuns(tenant, 3)).isEqualTo(3);
        assertThat(store().openRuns("nobody", 100)).isZero();
    }

    @Test
    default void whoAdoptsARunLooksAfterAllThatItLedToAndThatHasNotEnded() {
        family();

        store().adopt(SECOND, id(1));

        assertThat(List.of(1, 2, 3, 4, 5))
                .extracting(number -> store().run(id(number)).orElseThrow().startedBy())
                .containsExactly(SECOND, SECOND, SECOND, FIRST, FIRST);
    }

    /// A run, its child, two grandchildren of which one has ended, and a stranger.
    private void family() {
        store().commit(newRun(id(1)).startedBy(FIRST).alone());
        store().commit(newRun(child(id(2), id(1))).startedBy(FIRST).alone());
        store().commit(newRun(child(id(3), id(2))).startedBy(FIRST).alone());
        store().commit(newRun(child(id(4), id(2)))
                .startedBy(FIRST)
                .projection(ended())
                .alone());
        store().commit(newRun(id(5)).startedBy(FIRST).alone());
    }
}
