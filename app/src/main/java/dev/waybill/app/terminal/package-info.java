/// What stands between a report and a person's terminal: colour, width, tables, progress.
/// Text of receipts is untrusted. It passes [dev.waybill.app.terminal.SafeText] before it is printed,
/// so that no receipt can move the cursor, hide a line or turn text around.
/// Knows nothing of receipts; depends on the JDK only.
@NullMarked
package dev.waybill.app.terminal;

import org.jspecify.annotations.NullMarked;
