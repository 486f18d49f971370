/// What Waybill itself writes: bundles of signed receipts, and the events of runs.
@NullMarked
package dev.waybill.evidence.read.waybill;

import org.jspecify.annotations.NullMarked;
