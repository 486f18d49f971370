@NullMarked
package dev.waybill.engine.guided;

import org.jspecify.annotations.NullMarked;
