/// Lanes: how many activities are at work at once, whose turn it is, and what waits. Turns have no lane; they never
/// wait behind an activity.
@NullMarked
package dev.waybill.runtime.lane;

import org.jspecify.annotations.NullMarked;
