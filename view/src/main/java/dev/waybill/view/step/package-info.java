/// One step of a run, whole: what it was given, what its model was asked, what it led to, and who signed for it; and
/// what it would cost to go back to it.
@NullMarked
package dev.waybill.view.step;

import org.jspecify.annotations.NullMarked;
