/// The PostgreSQL store against a real server that the build brings along.
@NullMarked
package dev.waybill.store.postgres;

import org.jspecify.annotations.NullMarked;
