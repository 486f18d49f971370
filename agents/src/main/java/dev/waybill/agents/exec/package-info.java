/// Programs of the operator's as steps of a run, in any language.
@NullMarked
package dev.waybill.agents.exec;

import org.jspecify.annotations.NullMarked;
