/// Identifiers that sort by time and cannot be guessed: ULIDs and version 7 UUIDs.
/// The clock and the randomness are handed in.
@NullMarked
package dev.waybill.base.id;

import org.jspecify.annotations.NullMarked;
