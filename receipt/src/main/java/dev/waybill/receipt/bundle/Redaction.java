package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.merkle.InclusionProof;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.function.Predicate;

/// Redaction: a copy of a bundle in which receipts withhold their parents. Nothing signed is touched; what
/// goes is the disclosure that travels beside a receipt issued as redactable.
public final class Redaction {

    private Redaction() {}

    /// Redacts the named receipts.
    ///
    /// @param receipts `sha256:` references or step ids
    /// @throws BundleRefused when one is not here, or was not issued as redactable
    public static BundleManifest redact(Path source, Collection<String> receipts, Path target) throws IOException {
        Selection selection = new Selection(receipts);
        return copy(source, target, selection::chooses, selection::checkAllFound);
    }

    /// Redacts every receipt.
    ///
    /// @throws BundleRefused when one was not issued as redactable
    public static BundleManifest redactAll(Path source, Path target) throws IOException {
        return copy(source, target, receipt -> receipt.workflow() != null, () -> {});
    }

    private static BundleManifest copy(Path source, Path target, Predicate<Receipt> chosen, Runnable check)
            throws IOException {
        try (BundleReader bundle = BundleReader.open(source);
                BundleWriter out = BundleWriter.create(target, bundle.manifest().kind(), bundle.keys())) {
            BundlePass.over(
                    bundle,
                    (presented, receipt) -> out.add(chosen.test(receipt) ? withheld(presented, receipt) : presented));
            check.run();
            for (Map.Entry<Digest, InclusionProof> proof : bundle.proofs().entrySet()) {
                out.prove(proof.getKey(), proof.getValue());
            }
            return out.finish();
        }
    }

    private static byte[] withheld(byte[] presented, Receipt receipt) {
        if (!receipt.extensions().has(Redactable.EXTENSION_KEY)) {
            throw new BundleRefused(
                    BundleRefused.Reason.NOT_REDACTABLE,
                    receipt.ref() + " signs its parents in the clear: taking them out would break the signature");
        }
        return Presented.of(presented).jws();
    }
}
