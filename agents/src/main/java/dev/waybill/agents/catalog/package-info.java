/// All node types of this room together.
@NullMarked
package dev.waybill.agents.catalog;

import org.jspecify.annotations.NullMarked;
