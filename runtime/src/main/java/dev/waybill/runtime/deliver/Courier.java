package dev.waybill.runtime.deliver;

import dev.waybill.journal.store.OutboxItem;

/// Brings one kind of delivery to where it belongs. One that was interrupted is made again: who receives it must bear
/// a second copy.
public interface Courier {

    /// The kind of item that it takes.
    String kind();

    /// @throws Exception when it did not arrive; it is tried again later
    void deliver(OutboxItem item) throws Exception;
}
