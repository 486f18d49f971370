package dev.waybill.journal.store;

import java.util.function.Consumer;

/// A store's look at its own rows: each against its checksum, and what one table says against what others say.
public interface RowChecks {

    /// Reads every row once, and writes nothing.
    ///
    /// @param whole also what the database itself can check of its files, which takes longer
    /// @return how many rows bear no checksum, because they were written before there was one
    default long examine(boolean whole, Consumer<RowDamage> sink) {
        return 0;
    }
}
