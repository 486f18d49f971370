/// How the types of this room describe themselves.
@NullMarked
package dev.waybill.agents.sheet;

import org.jspecify.annotations.NullMarked;
