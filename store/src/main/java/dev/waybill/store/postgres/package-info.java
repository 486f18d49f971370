/// The store for several nodes: PostgreSQL behind the ports of the journal.
///
/// All tables live in the schema `waybill` of one database. One class per family of tables, each with its SQL in
/// sight. Times are microseconds since 1970; texts sort by their bytes. No decision of the engine enters here.
@NullMarked
package dev.waybill.store.postgres;

import org.jspecify.annotations.NullMarked;
