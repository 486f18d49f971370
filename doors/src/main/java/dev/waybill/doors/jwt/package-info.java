/// Callers who bring a token of an identity provider instead of an API key: a JWT, checked against the provider's
/// published keys. Nothing that a token says about itself is believed before its signature is.
@NullMarked
package dev.waybill.doors.jwt;

import org.jspecify.annotations.NullMarked;
