/// The exact bytes that other systems hash and sign.
@NullMarked
package dev.waybill.evidence.canonical;

import org.jspecify.annotations.NullMarked;
