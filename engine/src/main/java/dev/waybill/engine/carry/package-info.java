/// What travels with work that goes from one host to another: where it comes from, and in which trace.
@NullMarked
package dev.waybill.engine.carry;

import org.jspecify.annotations.NullMarked;
