/// What a run looks like in a trace: spans as a pure function over the log, for live processes and for exports alike.
@NullMarked
package dev.waybill.view.trace;

import org.jspecify.annotations.NullMarked;
