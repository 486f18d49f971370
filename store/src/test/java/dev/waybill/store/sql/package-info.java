@NullMarked
package dev.waybill.store.sql;

import org.jspecify.annotations.NullMarked;
