/// What two runs did differently: where their logs part, and what came of it. Pure: two logs in, data out.
@NullMarked
package dev.waybill.engine.diff;

import org.jspecify.annotations.NullMarked;
