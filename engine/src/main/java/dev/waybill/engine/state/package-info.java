/// The state of a run: a fold over its log, immutable, thrown away and rebuilt at will.
@NullMarked
package dev.waybill.engine.state;

import org.jspecify.annotations.NullMarked;
