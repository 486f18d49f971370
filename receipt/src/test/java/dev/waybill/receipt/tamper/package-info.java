/// The tamper suite: what people who hold a key, and people who hold none, can try on a set of receipts, as files that
/// any verifier can be run on. `specs/tamper` holds the files; the attacks here make them.
@NullMarked
package dev.waybill.receipt.tamper;

import org.jspecify.annotations.NullMarked;
