/// Guided runs: what an agent starts and acknowledges step by step, with opaque tokens.
@NullMarked
package dev.waybill.runtime.guided;

import org.jspecify.annotations.NullMarked;
