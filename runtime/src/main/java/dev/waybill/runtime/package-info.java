/// Where the engine meets the world: turns, effects on virtual threads, timers, ownership, receipts sealed at commit.
@NullMarked
package dev.waybill.runtime;

import org.jspecify.annotations.NullMarked;
