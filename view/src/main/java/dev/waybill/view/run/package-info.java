/// What a run looks like: where it stands, its nodes, its open questions, its receipts, its kin. Each view is a value
/// that can be JSON or text.
@NullMarked
package dev.waybill.view.run;

import org.jspecify.annotations.NullMarked;
