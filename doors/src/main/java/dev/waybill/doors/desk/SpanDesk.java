package dev.waybill.doors.desk;

import dev.waybill.runtime.Caller;
import dev.waybill.view.run.Page;

/// The spans of a run and its children, as a collector gets them.
@FunctionalInterface
public interface SpanDesk {

    /// @param run its id, or a unique beginning of it
    Page of(Caller caller, String run);
}
