/// What starts runs by itself: schedules that fire once in a whole cluster, requests from outside, runs that
/// failed.
@NullMarked
package dev.waybill.runtime.trigger;

import org.jspecify.annotations.NullMarked;
