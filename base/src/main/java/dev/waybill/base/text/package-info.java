/// Texts as messages and records hold them.
@NullMarked
package dev.waybill.base.text;

import org.jspecify.annotations.NullMarked;
