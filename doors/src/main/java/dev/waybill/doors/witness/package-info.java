/// Countersigns what other hosts show.
@NullMarked
package dev.waybill.doors.witness;

import org.jspecify.annotations.NullMarked;
