package dev.waybill.view.run;

import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;

/// Finds what a run's log amounts to. A run is seen together with its children, so a view may have to look further.
public interface RunStates {

    RunState state(RunId run);
}
