/// A model that is none: it says what it was told to say, so that everything runs without a key.
@NullMarked
package dev.waybill.agents.model.mock;

import org.jspecify.annotations.NullMarked;
