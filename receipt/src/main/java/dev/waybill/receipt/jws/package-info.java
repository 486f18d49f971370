/// The compact JWS envelope: one spelling only, hardened header, bytes before meaning.
@NullMarked
package dev.waybill.receipt.jws;

import org.jspecify.annotations.NullMarked;
