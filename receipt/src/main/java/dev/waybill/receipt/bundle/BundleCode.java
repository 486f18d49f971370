package dev.waybill.receipt.bundle;

import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Severity;

/// What can be wrong with a bundle as a container. The names are stable.
public enum BundleCode {
    BUNDLE_FORMAT_UNKNOWN(Severity.ERROR, "Use a newer Waybill, or ask for a bundle in format waybill-bundle/1."),
    BUNDLE_MANIFEST_INVALID(Severity.ERROR, "Ask for the bundle again: its table of contents cannot be read."),
    BUNDLE_FILE_MISSING(Severity.ERROR, "Ask for the bundle again: a file was taken out."),
    BUNDLE_FILE_EXTRA(Severity.ERROR, "Ask for the bundle again: a file was added after it was made."),
    BUNDLE_DIGEST_MISMATCH(Severity.ERROR, "Ask for the bundle again: a file was changed after it was made."),
    BUNDLE_SIZE_MISMATCH(Severity.ERROR, "Ask for the bundle again: a file was cut or extended."),
    BUNDLE_COUNT_MISMATCH(Severity.ERROR, "Ask for the bundle again: receipts were taken out or added."),
    BUNDLE_LAYOUT(Severity.ERROR, "Ask for the original file: this one was repacked or changed."),
    BUNDLE_KEYS_INVALID(Severity.ERROR, "Get the issuer's keys from the issuer and pass them with --jwks."),
    BUNDLE_PROOF_INVALID(Severity.ERROR, "Ask for the proofs again: they cannot be read."),
    EVENTS_UNPROVEN(Severity.INFO, "Rely on the receipts; read the events as what the sender tells about them."),
    BUNDLE_UNSIGNED(Severity.INFO, "Nobody signed for the bundle as a whole; its receipts are signed."),
    BUNDLE_RECEIPT_UNLISTED(Severity.WARNING, "Ask why the manifest does not list this receipt.");

    private final Severity severity;
    private final String next;

    BundleCode(Severity severity, String next) {
        this.severity = severity;
        this.next = next;
    }

    public Severity severity() {
        return severity;
    }

    /// What the reader can do about it.
    public String next() {
        return next;
    }

    Finding finding(String message) {
        return new Finding(name(), severity, null, null, message, next);
    }

    static Finding unprovenEvents() {
        return EVENTS_UNPROVEN.finding("events.ndjson came along: nobody signed it, and nothing here is judged by it");
    }

    static Finding finding(ArchiveRefused refused) {
        ArchiveFault fault = refused.fault();
        return new Finding(fault.name(), Severity.ERROR, null, null, refused.getMessage(), fault.next());
    }
}
