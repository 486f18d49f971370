/// `decide`: what a command means for a run, as events. Pure: the same state and the same command give the same
/// events, on every machine and after every crash.
@NullMarked
package dev.waybill.engine.decide;

import org.jspecify.annotations.NullMarked;
