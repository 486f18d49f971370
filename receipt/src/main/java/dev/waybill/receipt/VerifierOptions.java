package dev.waybill.receipt;

import org.jspecify.annotations.Nullable;

/// How a receipt is judged.
///
/// @param now the verifier's clock, in epoch seconds: a receipt from the future is refused
/// @param skewSeconds how far clocks may differ
/// @param tolerateExpiry whether a receipt past its validity is accepted with a warning, as evidence of
///     the past is, instead of refused
/// @param expectedIssuer the only issuer to accept; any when null
public record VerifierOptions(
        long now,
        long skewSeconds,
        boolean tolerateExpiry,
        @Nullable String expectedIssuer) {

    public static final long DEFAULT_SKEW_SECONDS = 300;

    public VerifierOptions {
        if (skewSeconds < 0) {
            throw new IllegalArgumentException("clock skew must be >= 0 seconds, was " + skewSeconds);
        }
    }

    /// The strict judgement of one receipt at one instant.
    public static VerifierOptions at(long nowEpochSeconds) {
        return new VerifierOptions(nowEpochSeconds, DEFAULT_SKEW_SECONDS, false, null);
    }

    /// The judgement of old evidence: expiry is a remark.
    public VerifierOptions asEvidence() {
        return new VerifierOptions(now, skewSeconds, true, expectedIssuer);
    }

    public VerifierOptions expecting(@Nullable String issuer) {
        return new VerifierOptions(now, skewSeconds, tolerateExpiry, issuer);
    }
}
