package dev.waybill.journal.store;

import java.util.List;
import java.util.Optional;

/// Reads latches; [Transaction#latches] moves them.
public interface Latches {

    Optional<Latch> find(LatchKey key);

    /// All of a kind, by tenant and name.
    List<Latch> list(String kind);
}
