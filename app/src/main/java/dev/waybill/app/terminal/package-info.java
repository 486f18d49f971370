/// A person's terminal: what it can do, and the progress that is drawn on it. What is printed comes from the `view`
/// room. Knows nothing of receipts.
@NullMarked
package dev.waybill.app.terminal;

import org.jspecify.annotations.NullMarked;
