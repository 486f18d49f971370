package dev.waybill.runtime;

import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import java.util.List;

/// Whether what the store keeps of one run fits together.
final class SoundRun {

    private static final KnownWorkflows WORKFLOWS = new KnownWorkflows();

    private SoundRun() {}

    static void check(RunStore store, Histories histories, StoredRun run) {
        RunId id = run.header().runId();
        List<Event> events = histories.of(id);
        for (int sequence = 0; sequence < events.size(); sequence++) {
            long expected = sequence;
            Promise.THE_LOG_FOLDS_TO_WHAT_THE_STORE_SAYS.holds(
                    events.get(sequence).sequence() == expected, () -> id + " has a gap at " + expected);
        }
        Promise.THE_LOG_FOLDS_TO_WHAT_THE_STORE_SAYS.holds(
                WORKFLOWS.areIn(store, run.header()), () -> id + " runs what the store does not have");
        RunState folded = WORKFLOWS.fold(run.header(), events);
        boolean isOlder = run.head() == run.header().prefixLength();
        Promise.THE_LOG_FOLDS_TO_WHAT_THE_STORE_SAYS.holds(
                folded.head() == run.head() && (isOlder || run.projection().equals(Projections.of(folded))),
                () -> run + " folds to " + Projections.of(folded));
        if (!run.header().isGuided()) {
            SimulatedWork.outcomesAreRecordedOnce(events);
        }
        if (!run.header().isGuided() && !run.header().isReplay()) {
            Reports.comeOnceWithTheirOutcome(events, run.header().prefixLength());
        }
    }
}
