/// Tools that agents may call: one descriptor, one way to ask for a call, whatever stands behind it.
@NullMarked
package dev.waybill.agents.tool;

import org.jspecify.annotations.NullMarked;
