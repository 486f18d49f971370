/// What runs hand to the outside after they committed it: kept in the store's outbox until it arrived.
@NullMarked
package dev.waybill.runtime.deliver;

import org.jspecify.annotations.NullMarked;
