/// Questions about evidence, answered over an index: first the answer, then the path with place and integrity of each
/// record, then what is missing.
///
/// Pure logic. Nothing here guesses: what the records do not say is a gap, and a reference is a pointer, not a proof.
@NullMarked
package dev.waybill.evidence.query;

import org.jspecify.annotations.NullMarked;
