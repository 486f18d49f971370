package dev.waybill.store.sql;

import dev.waybill.journal.store.StoreException;
import java.util.List;

/// Makes a batch durable. Each item keeps its own answer; the batch as a whole succeeds or throws.
///
/// @param <T> what is written; it remembers its answer
@FunctionalInterface
public interface BatchWriter<T> {

    /// Called when there is something to write, before the rest of the batch is gathered: the place to wait a little.
    default void prepare() {}

    /// Writes everything in one transaction. An item that lost says so in its answer and writes nothing.
    ///
    /// @throws StoreException when nothing was written, or, if ambiguous, when nobody knows
    void write(List<T> items);
}
