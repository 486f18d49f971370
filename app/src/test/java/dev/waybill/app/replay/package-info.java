/// Loops of agents that are played at random and done again elsewhere.
@NullMarked
package dev.waybill.app.replay;

import org.jspecify.annotations.NullMarked;
