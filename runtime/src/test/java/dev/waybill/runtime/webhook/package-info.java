@NullMarked
package dev.waybill.runtime.webhook;

import org.jspecify.annotations.NullMarked;
