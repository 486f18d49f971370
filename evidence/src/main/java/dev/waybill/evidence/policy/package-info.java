/// Receipts of policy changes: recommended by one system, applied or rolled back by another.
@NullMarked
package dev.waybill.evidence.policy;

import org.jspecify.annotations.NullMarked;
