/// What a release promises to people who install it. `release/build` makes it; nothing of it is code of its own.
@NullMarked
package dev.waybill.release;

import org.jspecify.annotations.NullMarked;
