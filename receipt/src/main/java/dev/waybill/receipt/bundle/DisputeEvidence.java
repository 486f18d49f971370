package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.VerificationKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A dispute bundle as evidence: PEAC's rules decide about the bundle, ours about what an auditor may use.
///
/// PEAC's bundle rules accept receipts that no wire allows. Such a receipt is named and kept out of the audit.
final class DisputeEvidence {

    private final DisputeBundle bundle;
    private final EvidenceOptions options;
    private final KeySet keys;
    private final ReceiptVerifier strict;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> accepted = new ArrayList<>();

    private DisputeEvidence(DisputeBundle bundle, EvidenceOptions options) {
        this.bundle = bundle;
        this.options = options;
        this.keys = bundle.keys().keySet();
        this.strict =
                new ReceiptVerifier(keys, VerifierOptions.at(options.now()).asEvidence());
    }

    static EvidencePart of(DisputeBundle bundle, EvidenceOptions options) {
        DisputeReport report = DisputeReport.of(bundle, options.now());
        DisputeEvidence evidence = new DisputeEvidence(bundle, options);
        evidence.judgeContainer(report.signature());
        evidence.judgeReceipts(report);
        return new EvidencePart.Memory(
                EvidenceKind.DISPUTE_BUNDLE,
                evidence.accepted,
                evidence.findings,
                evidence.keys,
                new LinkedHashMap<>(),
                Optional.of(report));
    }

    private void judgeContainer(DisputeSignature signature) {
        if (!signature.present()) {
            findings.add(BundleCode.BUNDLE_UNSIGNED.finding("the bundle has no bundle.sig"));
        }
        signature.error().ifPresent(error -> findings.add(finding(error, null, "bundle.sig: " + error)));
        for (String name : bundle.unlistedFiles()) {
            findings.add(new Finding(
                    BundleCode.BUNDLE_FILE_EXTRA.name(),
                    Severity.WARNING,
                    null,
                    null,
                    "the manifest has no hash for " + name,
                    BundleCode.BUNDLE_FILE_EXTRA.next()));
        }
    }

    private void judgeReceipts(DisputeReport report) {
        Map<String, DisputeVerdict> verdicts = new LinkedHashMap<>();
        report.verdicts().forEach(verdict -> verdicts.put(verdict.id(), verdict));
        bundle.receipts().forEach((id, jws) -> judge(id, jws, verdicts));
        for (DisputeManifest.Listed listed : bundle.manifest().receipts()) {
            DisputeJws jws = bundle.receipts().get(new JsonString(listed.id()));
            if (jws == null) {
                String error = DisputeCode.E_BUNDLE_RECEIPT_NOT_FOUND.name();
                findings.add(finding(error, null, "the manifest lists receipt " + listed.id() + ", which is not here"));
            } else if (!ref(jws).equals(listed.hash())) {
                String error = DisputeCode.E_BUNDLE_HASH_MISMATCH.name();
                findings.add(
                        finding(error, ref(jws), "the manifest lists receipt " + listed.id() + " as " + listed.hash()));
            }
        }
    }

    private void judge(JsonValue id, DisputeJws jws, Map<String, DisputeVerdict> verdicts) {
        String name = id instanceof JsonString(var text) ? text : id.toString();
        DisputeVerdict verdict = verdicts.get(name);
        if (verdict == null) {
            findings.add(new Finding(
                    BundleCode.BUNDLE_RECEIPT_UNLISTED.name(),
                    BundleCode.BUNDLE_RECEIPT_UNLISTED.severity(),
                    ref(jws),
                    null,
                    "the manifest does not list receipt " + name,
                    BundleCode.BUNDLE_RECEIPT_UNLISTED.next()));
            verdict = DisputeVerdict.of(name, jws, bundle.keys(), options.now());
        }
        if (!verdict.valid()) {
            verdict.errors().forEach(error -> findings.add(finding(error, ref(jws), "receipt " + name + ": " + error)));
            return;
        }
        switch (strict.verify(jws.text())) {
            case ReceiptCheck.Valid _ -> accepted.add(jws.text());
            case ReceiptCheck.Invalid invalid -> findings.add(looselyValid(name, jws, invalid));
        }
    }

    /// With keys of the caller's own, a receipt whose key is not among them is unproven, whatever PEAC says.
    private Finding looselyValid(String name, DisputeJws jws, ReceiptCheck.Invalid invalid) {
        if (!trusted(jws)) {
            return new Finding(
                    Code.E_KEY_NOT_FOUND.name(),
                    Severity.GAP,
                    ref(jws),
                    null,
                    "receipt " + name + " is signed by a bundled key that was not supplied",
                    Code.E_KEY_NOT_FOUND.next());
        }
        return new Finding(
                invalid.code().name(),
                Severity.WARNING,
                ref(jws),
                null,
                "receipt " + name + " is accepted under PEAC's bundle rules only: " + invalid.message(),
                invalid.code().next());
    }

    private boolean trusted(DisputeJws jws) {
        KeySet trusted = options.trusted();
        Digest thumbprint = jws.kid()
                .flatMap(bundle.keys()::find)
                .flatMap(DisputeKeys::point)
                .map(point -> VerificationKey.of("bundled", point).thumbprint())
                .orElseThrow();
        return trusted == null
                || trusted.all().stream().anyMatch(key -> key.thumbprint().equals(thumbprint));
    }

    private static String ref(DisputeJws jws) {
        return Digest.of(jws.text().getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static Finding finding(String error, @Nullable String receipt, String message) {
        DisputeCode code = DisputeCode.of(error);
        return new Finding(code.name(), Severity.ERROR, receipt, null, message, code.next());
    }
}
