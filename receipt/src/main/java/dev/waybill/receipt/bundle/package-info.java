/// One file with all that a verifier needs: Waybill bundles, and PEAC dispute bundles.
@NullMarked
package dev.waybill.receipt.bundle;

import org.jspecify.annotations.NullMarked;
