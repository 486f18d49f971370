/// What a monitor asks for.
@NullMarked
package dev.waybill.doors.metrics;

import org.jspecify.annotations.NullMarked;
