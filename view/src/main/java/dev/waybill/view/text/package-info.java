/// Text that people read: safe, measured, painted, in aligned columns, with numbers and times in their words.
/// What comes from a run, a receipt or a file is untrusted. It passes [dev.waybill.view.text.SafeText] before it is
/// shown, so that nothing can move the cursor, hide a line or turn text around.
/// Knows no run and no receipt; depends on the JDK only.
@NullMarked
package dev.waybill.view.text;

import org.jspecify.annotations.NullMarked;
