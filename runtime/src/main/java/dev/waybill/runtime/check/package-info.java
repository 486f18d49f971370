/// Checks a whole store against its promises. It reads page by page and writes nothing, so it may run beside others
/// that work: each run is judged as it stood when it was looked up.
@NullMarked
package dev.waybill.runtime.check;

import org.jspecify.annotations.NullMarked;
