/// Receipts for a whole workflow from one hand: ids, parents, chain, commitment and summary kept in step.
@NullMarked
package dev.waybill.receipt.record;

import org.jspecify.annotations.NullMarked;
