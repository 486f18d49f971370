/// Memory, searched by meaning.
@NullMarked
package dev.waybill.agents.memory;

import org.jspecify.annotations.NullMarked;
