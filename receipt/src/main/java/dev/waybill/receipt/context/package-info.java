/// What a receipt signs about the protocol that its step came over: a call of MCP, a task of A2A.
///
/// A context that contradicts its receipt, or that nobody can read, makes the receipt invalid. How receipts travel with
/// these protocols is another matter, and unsigned.
@NullMarked
package dev.waybill.receipt.context;

import org.jspecify.annotations.NullMarked;
