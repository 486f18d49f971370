/// What every room speaks: digests, strict base64url, hexadecimal text.
/// Depends on the JDK only. No I/O, no clock, no randomness that is not handed in.
@NullMarked
package dev.waybill.base;

import org.jspecify.annotations.NullMarked;
