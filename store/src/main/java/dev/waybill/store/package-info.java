/// Stores behind the ports of the journal: the same promises on SQLite and PostgreSQL.
@NullMarked
package dev.waybill.store;

import org.jspecify.annotations.NullMarked;
