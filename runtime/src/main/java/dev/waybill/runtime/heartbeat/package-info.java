/// Looking now and then, and starting a run only when something has changed.
@NullMarked
package dev.waybill.runtime.heartbeat;

import org.jspecify.annotations.NullMarked;
