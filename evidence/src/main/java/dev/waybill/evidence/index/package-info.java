/// A throwaway index over records that lie in other systems' files.
///
/// It holds where each record lies and under which keys it is found, never the record itself: that is read again from
/// its own file and understood again by its format. Everything of variable length goes to disk as it comes, keys are
/// sorted in a buffer of fixed size and merged at the end, so that memory does not grow with the number of records.
@NullMarked
package dev.waybill.evidence.index;

import org.jspecify.annotations.NullMarked;
