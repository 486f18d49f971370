@NullMarked
package dev.waybill.minilm;

import org.jspecify.annotations.NullMarked;
