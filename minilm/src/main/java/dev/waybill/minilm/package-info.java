/// Vectors of texts, made on this machine: a program of its own, which the host starts when it needs one.
@NullMarked
package dev.waybill.minilm;

import org.jspecify.annotations.NullMarked;
