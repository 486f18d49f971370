package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.LooseReceipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
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
/// PEAC's bundle rules accept receipts that no wire allows. Such a receipt is named in a warning; what it says about a
/// workflow is judged like all others, and breaks the set where it breaks a rule.
final class DisputeEvidence {

    private final DisputeBundle bundle;
    private final EvidenceOptions options;
    private final KeySet keys;
    private final ReceiptVerifier strict;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> accepted = new ArrayList<>();
    private final List<ReceiptCheck.Valid> loose = new ArrayList<>();
    private long looselyValid;

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
                Optional.of(report),
                evidence.elsewhere(report));
    }

    private ReceiptSource.JudgedElsewhere elsewhere(DisputeReport report) {
        long others = Math.max(looselyValid, report.receipts() - accepted.size());
        return new ReceiptSource.JudgedElsewhere(others, looselyValid, loose);
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
            case ReceiptCheck.Invalid invalid -> findings.add(judgeLoosely(name, jws, invalid));
        }
    }

    /// With keys of the caller's own, a receipt whose key is not among them is unproven, whatever PEAC says.
    private Finding judgeLoosely(String name, DisputeJws jws, ReceiptCheck.Invalid invalid) {
        Optional<VerificationKey> key = trusted(jws);
        if (key.isEmpty()) {
            String message = "receipt " + name + " is signed by a bundled key that was not supplied";
            return finding(Code.E_KEY_NOT_FOUND, Severity.GAP, jws, message);
        }
        try {
            LooseReceipt.read(jws.text(), jws.header(), jws.payload(), key.get())
                    .ifPresent(receipt -> loose.add(new ReceiptCheck.Valid(receipt, key.get(), List.of())));
            looselyValid++;
        } catch (Rejected e) {
            return finding(e.code(), Severity.ERROR, jws, "receipt " + name + ": " + e.getMessage());
        }
        String message = "receipt " + name + " is accepted under PEAC's bundle rules only: " + invalid.message();
        return finding(invalid.code(), Severity.WARNING, jws, message);
    }

    private static Finding finding(Code code, Severity severity, DisputeJws jws, String message) {
        return new Finding(code.name(), severity, ref(jws), null, message, code.next());
    }

    /// The key that signed, as the caller knows it for this issuer; the bundled one when the caller gave none.
    private Optional<VerificationKey> trusted(DisputeJws jws) {
        String kid = jws.kid().orElseThrow();
        VerificationKey bundled = bundle.keys()
                .find(kid)
                .flatMap(DisputeKeys::point)
                .map(point -> VerificationKey.of(kid, point))
                .orElseThrow();
        KeySet trusted = options.trusted();
        String issuer = jws.payload().string("iss").orElse("");
        return trusted == null
                ? Optional.of(bundled)
                : trusted.candidates(issuer, kid).stream()
                        .filter(key -> key.thumbprint().equals(bundled.thumbprint()))
                        .findFirst();
    }

    private static String ref(DisputeJws jws) {
        return Digest.of(jws.text().getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static Finding finding(String error, @Nullable String receipt, String message) {
        DisputeCode code = DisputeCode.of(error);
        // Time alone has tampered with nothing.
        boolean ofTime = code == DisputeCode.E_RECEIPT_NOT_YET_VALID || code == DisputeCode.E_RECEIPT_EXPIRED;
        return new Finding(code.name(), ofTime ? Severity.GAP : Severity.ERROR, receipt, null, message, code.next());
    }
}
