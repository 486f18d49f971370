/// Receipts: issued, signed and verified, on both PEAC wires. Start here: [ReceiptIssuer] makes them,
/// [ReceiptVerifier] judges one, and the `audit` package judges a whole workflow.
/// No network, no wall clock, no engine: time and keys are handed in.
@NullMarked
package dev.waybill.receipt;

import org.jspecify.annotations.NullMarked;
