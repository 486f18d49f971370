/// What others hold of a run, so that its own key cannot rewrite it alone: a kept copy, a countersignature, a time
/// stamp.
@NullMarked
package dev.waybill.receipt.anchor;

import org.jspecify.annotations.NullMarked;
