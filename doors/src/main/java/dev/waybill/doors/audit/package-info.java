/// Who did what over the network: an entry for every request that may change something, and for those that were
/// refused.
@NullMarked
package dev.waybill.doors.audit;

import org.jspecify.annotations.NullMarked;
