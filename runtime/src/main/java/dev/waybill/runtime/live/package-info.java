/// What activities show while they work, to whoever watches in this process. Nothing here is stored or is an event.
@NullMarked
package dev.waybill.runtime.live;

import org.jspecify.annotations.NullMarked;
