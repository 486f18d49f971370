@NullMarked
package dev.waybill.store.sqlite;

import org.jspecify.annotations.NullMarked;
