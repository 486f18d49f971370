/// Verification of a whole set of receipts: graph, chains, completeness, keys. The result is data.
@NullMarked
package dev.waybill.receipt.audit;

import org.jspecify.annotations.NullMarked;
