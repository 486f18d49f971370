/// Code of packs in a sandbox: a program of its own, which the host starts with little memory and kills at will.
@NullMarked
package dev.waybill.packsjs;

import org.jspecify.annotations.NullMarked;
