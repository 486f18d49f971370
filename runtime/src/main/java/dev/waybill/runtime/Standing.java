package dev.waybill.runtime;

import dev.waybill.journal.RemoteRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a run stands, for a host that handed work over to it.
///
/// @param place the run at its latest event; null while this host has no name
/// @param receipts the texts of the receipt that opened it and of its summary, as far as they are there
public record Standing(@Nullable RemoteRun place, List<String> receipts) {

    public Standing {
        receipts = List.copyOf(receipts);
    }
}
