/// Guided runs as pure functions: which step is next, what a step's acknowledgement must bring, what the agent reads.
///
/// A state belongs to one node of a run's lineage and changes by deltas only. Conditions are asked once, when a step is
/// acknowledged; folding applies what was decided then and never asks again, so a branch cannot disturb its sibling and
/// an old run reads the same for ever.
@NullMarked
package dev.waybill.engine.guided;

import org.jspecify.annotations.NullMarked;
