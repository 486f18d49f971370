package dev.waybill.engine.node;

import java.util.Optional;

/// An activity whose work can be asked for again while its run is replayed, to see whether it would be refused today.
/// Its recorded outcome is served all the same; only another kind of answer stops the replay.
public interface Rechecked {

    /// Asks again. Nothing of it is recorded.
    ///
    /// @return whether it was refused now; empty when nobody is to be asked twice
    Optional<Boolean> isRefusedNow(ActivityCall call) throws Exception;
}
