package dev.waybill.simulator;

import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import java.util.List;

/// What the parts of the contract are about.
interface StoreUnderTest {

    int MANY = 10_000;

    /// The store, empty at first.
    RunStore store();

    /// The same data as another process sees it, while the first is still open.
    RunStore elsewhere();

    /// The same data after everything was closed and opened again.
    RunStore later();

    default StoredRun stored(RunId run) {
        return store().run(run).orElseThrow(() -> new AssertionError("no run " + run));
    }

    default List<StoredEvent> log(RunId run) {
        return store().events(run, 0, MANY);
    }
}
