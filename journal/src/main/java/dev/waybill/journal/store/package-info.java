/// The ports behind which a store lives: small enough that three stores keep the same promises, and that one
/// contract test can say so. Times are kept to the microsecond; texts are ordered by their bytes.
@NullMarked
package dev.waybill.journal.store;

import org.jspecify.annotations.NullMarked;
