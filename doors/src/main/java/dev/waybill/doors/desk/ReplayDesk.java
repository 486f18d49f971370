package dev.waybill.doors.desk;

import dev.waybill.runtime.Caller;
import dev.waybill.view.run.Page;

/// Does runs again, for whoever wants to know whether they come out the same.
public interface ReplayDesk {

    /// The verdict about a run that has ended.
    ///
    /// @param run its id, or a unique beginning of it
    Page verify(Caller caller, String run) throws InterruptedException;
}
