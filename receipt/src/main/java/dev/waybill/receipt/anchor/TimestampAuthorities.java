package dev.waybill.receipt.anchor;

import dev.waybill.base.Digest;
import java.time.Instant;

/// The time-stamp services that a reader trusts.
@FunctionalInterface
public interface TimestampAuthorities {

    /// A reader who trusts none.
    TimestampAuthorities NONE = (_, _) -> {
        throw new Untrusted("no certificate of a time-stamp service was given");
    };

    /// @param token of RFC 3161, DER
    /// @param imprint the SHA-256 that must have been stamped
    /// @throws Untrusted when no trusted service can have made it
    /// @throws IllegalArgumentException when it is no token, or one over something else
    Stamp check(byte[] token, Digest imprint) throws Untrusted;

    /// @param authority whose clock it was
    record Stamp(Instant time, String authority) {}

    /// The token may be genuine, and nothing here can tell.
    final class Untrusted extends Exception {
        private static final long serialVersionUID = 1;

        public Untrusted(String message) {
            super(message);
        }
    }
}
