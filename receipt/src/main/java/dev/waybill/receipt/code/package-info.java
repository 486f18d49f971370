/// The stable codes of everything that can be wrong with a receipt, and the exception that carries one.
@NullMarked
package dev.waybill.receipt.code;

import org.jspecify.annotations.NullMarked;
