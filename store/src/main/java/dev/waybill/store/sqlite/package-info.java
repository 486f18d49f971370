/// One file in one directory, several processes at once: the store that needs no set-up.
///
/// A writer thread makes batches durable; readers have connections of their own. SQL stands beside the method that
/// runs it, one class for each family of tables.
@NullMarked
package dev.waybill.store.sqlite;

import org.jspecify.annotations.NullMarked;
