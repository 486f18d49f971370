/// The small language of conditions and computed inputs: total, without side effects, and on a step budget.
/// The same expression over the same values gives the same answer on every machine, because replays depend on it.
@NullMarked
package dev.waybill.workflow.expression;

import org.jspecify.annotations.NullMarked;
