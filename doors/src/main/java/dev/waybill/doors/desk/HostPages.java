package dev.waybill.doors.desk;

import dev.waybill.runtime.Caller;
import dev.waybill.view.run.Page;

/// Pages about the runs that a caller sees. A run is named by its id or by a unique beginning of it.
///
/// `again` is what makes another command find the same host, for the commands that a page suggests.
public interface HostPages {

    /// Everything about a run.
    Page run(Caller caller, String run, String again);

    /// How a run stands.
    Page report(Caller caller, String run, String again);

    /// The newest sessions of guided workflows.
    ///
    /// @param all also those of which only receipts are left
    Page sessions(Caller caller, int limit, boolean all);

    /// A session with its steps.
    Page session(Caller caller, String session, String again);

    /// Where two runs part.
    Page diff(Caller caller, String run, String other);
}
