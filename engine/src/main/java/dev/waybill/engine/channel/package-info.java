/// Channels: state that nodes write to and a reducer folds. Every rule here is a pure function of the state, the write
/// and the run's logical time, so that a replay folds to the same value.
@NullMarked
package dev.waybill.engine.channel;

import org.jspecify.annotations.NullMarked;
