package dev.waybill.receipt;

import org.jspecify.annotations.Nullable;

/// How a receipt is judged.
///
/// @param now the verifier's clock, in epoch seconds: a receipt from the future is refused
/// @param skewSeconds how far clocks may differ
/// @param tolerateExpiry whether a receipt past its validity is accepted with a warning, as evidence of
///     the past is, instead of refused
/// @param expectedIssuer the only issuer to accept; any when null
/// @param datesOfRevokedKeys whether the date in a receipt of a key that was revoked later is believed, because the
///     caller asks somebody else about it; whoever has the key can write any date
public record VerifierOptions(
        long now,
        long skewSeconds,
        boolean tolerateExpiry,
        @Nullable String expectedIssuer,
        boolean datesOfRevokedKeys) {

    public static final long DEFAULT_SKEW_SECONDS = 300;

    public VerifierOptions {
        if (skewSeconds < 0) {
            throw new IllegalArgumentException("clock skew must be >= 0 seconds, was " + skewSeconds);
        }
    }

    /// The strict judgement of one receipt at one instant.
    public static VerifierOptions at(long nowEpochSeconds) {
        return new VerifierOptions(nowEpochSeconds, DEFAULT_SKEW_SECONDS, false, null, false);
    }

    /// The judgement of old evidence: expiry is a remark.
    public VerifierOptions asEvidence() {
        return new VerifierOptions(now, skewSeconds, true, expectedIssuer, datesOfRevokedKeys);
    }

    public VerifierOptions expecting(@Nullable String issuer) {
        return new VerifierOptions(now, skewSeconds, tolerateExpiry, issuer, datesOfRevokedKeys);
    }

    /// The judgement of a set, which asks anchors how old its receipts are.
    public VerifierOptions askingAnchors() {
        return new VerifierOptions(now, skewSeconds, tolerateExpiry, expectedIssuer, true);
    }
}
