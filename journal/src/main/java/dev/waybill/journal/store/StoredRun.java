package dev.waybill.journal.store;

import dev.waybill.journal.RunHeader;
import org.jspecify.annotations.Nullable;

/// A run as its store sees it.
///
/// @param head how many events the log has, prefix included
/// @param startedBy the process that looks after the run
/// @param owner who works on the run at the moment
/// @param epoch grows with every claim
/// @param pruned whether the events were deleted after their time; receipts stay
public record StoredRun(
        RunHeader header,
        long head,
        Projection projection,
        @Nullable ProcessId startedBy,
        @Nullable ProcessId owner,
        long epoch,
        boolean pruned) {}
