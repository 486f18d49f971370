package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import org.jspecify.annotations.Nullable;

/// A row, or a part of the store's files, that is not what was written.
///
/// @param place the table and the row
/// @param run whose row it is; null where it is no run's, or nobody can tell
public record RowDamage(String place, @Nullable RunId run, String message) {}
