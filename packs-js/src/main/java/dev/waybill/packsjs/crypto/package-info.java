/// What `node:crypto` computes, by the JDK.
@NullMarked
package dev.waybill.packsjs.crypto;

import org.jspecify.annotations.NullMarked;
