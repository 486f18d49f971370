/// What may be left out: pseudonymous identifiers, selective disclosure, redaction.
@NullMarked
package dev.waybill.receipt.privacy;

import org.jspecify.annotations.NullMarked;
