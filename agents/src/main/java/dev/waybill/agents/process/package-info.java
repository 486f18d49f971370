/// Programs that a host starts: with a clean environment, and ended with all that they started.
@NullMarked
package dev.waybill.agents.process;

import org.jspecify.annotations.NullMarked;
