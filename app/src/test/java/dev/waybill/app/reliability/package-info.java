/// Real processes that are killed while they work, and what must be true afterwards.
@NullMarked
package dev.waybill.app.reliability;

import org.jspecify.annotations.NullMarked;
