/// An index over records that lie in other systems' files: one SQLite database, which can be thrown away.
///
/// It holds where each record lies and what it is found by, never the record itself unless its file cannot give it
/// again: it is read from there and understood again by its format. A file that has grown is read from where it ended.
@NullMarked
package dev.waybill.evidence.index;

import org.jspecify.annotations.NullMarked;
