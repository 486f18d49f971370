package dev.waybill.receipt.bundle;

import dev.waybill.receipt.key.KeySet;
import org.jspecify.annotations.Nullable;

/// What is needed to open evidence.
///
/// @param now the verifier's clock, in epoch seconds; PEAC's rules for dispute bundles ask for it
/// @param trusted the keys that the caller vouches for; null when only the bundled ones are known
public record EvidenceOptions(long now, @Nullable KeySet trusted) {

    public static EvidenceOptions at(long nowEpochSeconds) {
        return new EvidenceOptions(nowEpochSeconds, null);
    }

    public EvidenceOptions trusting(KeySet keys) {
        return new EvidenceOptions(now, keys);
    }
}
