/// `attest`: which receipts an event needs, and what they say. Pure: keys, chains and signatures come later, in
/// `runtime`. Receipts follow from events; no event knows a receipt.
@NullMarked
package dev.waybill.engine.attest;

import org.jspecify.annotations.NullMarked;
