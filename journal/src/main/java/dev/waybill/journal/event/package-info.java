/// The facts of a run's log, one record each, in the words of the OpenWOP event catalogue. A type that nobody here
/// knows is kept as it came.
@NullMarked
package dev.waybill.journal.event;

import org.jspecify.annotations.NullMarked;
