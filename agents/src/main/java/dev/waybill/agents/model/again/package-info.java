/// Asks models once more what a run has asked them, and compares.
@NullMarked
package dev.waybill.agents.model.again;

import org.jspecify.annotations.NullMarked;
