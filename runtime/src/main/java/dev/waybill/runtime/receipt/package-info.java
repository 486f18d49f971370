/// Receipts with keys: what the engine attests is chained, signed and exported here.
@NullMarked
package dev.waybill.runtime.receipt;

import org.jspecify.annotations.NullMarked;
