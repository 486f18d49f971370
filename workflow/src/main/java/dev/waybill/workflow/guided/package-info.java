/// What authors of guided workflows write: steps that an agent follows one by one, compiled and pinned by digest.
@NullMarked
package dev.waybill.workflow.guided;

import org.jspecify.annotations.NullMarked;
