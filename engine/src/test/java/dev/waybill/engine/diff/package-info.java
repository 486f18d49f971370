@NullMarked
package dev.waybill.engine.diff;

import org.jspecify.annotations.NullMarked;
