/// What both stores share: many callers in one commit, statements that are prepared once, faults on demand.
@NullMarked
package dev.waybill.store.sql;

import org.jspecify.annotations.NullMarked;
