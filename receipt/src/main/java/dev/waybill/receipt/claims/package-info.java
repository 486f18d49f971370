/// What may stand inside a receipt, for each wire: claims, issuer forms, registered extension groups.
@NullMarked
package dev.waybill.receipt.claims;

import org.jspecify.annotations.NullMarked;
