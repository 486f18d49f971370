/// Models that run on this machine, in a process of their own.
@NullMarked
package dev.waybill.agents.model.local;

import org.jspecify.annotations.NullMarked;
