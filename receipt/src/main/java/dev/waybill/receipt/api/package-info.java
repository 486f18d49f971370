/// The library in the words of the specification: a few functions with the names that PEAC gives them.
/// Everything here delegates; the types behind it are public as well.
@NullMarked
package dev.waybill.receipt.api;

import org.jspecify.annotations.NullMarked;
