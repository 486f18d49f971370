/// How providers are spoken to: one small class for each wire, and what they share.
@NullMarked
package dev.waybill.agents.model.wire;

import org.jspecify.annotations.NullMarked;
