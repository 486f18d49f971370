@NullMarked
package dev.waybill.packsjs;

import org.jspecify.annotations.NullMarked;
