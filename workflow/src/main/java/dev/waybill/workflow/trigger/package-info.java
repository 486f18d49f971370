/// What starts runs by itself: schedules, webhooks, failures; as authors write them.
@NullMarked
package dev.waybill.workflow.trigger;

import org.jspecify.annotations.NullMarked;
