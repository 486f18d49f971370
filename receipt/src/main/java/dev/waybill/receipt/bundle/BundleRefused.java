package dev.waybill.receipt.bundle;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;
import java.util.Locale;

/// An operation on a bundle that is not done, and why.
public final class BundleRefused extends RefusalException {

    private static final long serialVersionUID = 1L;

    /// Why it is not done; the names are stable.
    public enum Reason {
        BUNDLE_DAMAGED("Ask for the bundle again; run verify to see what is wrong."),
        RECEIPT_NOT_FOUND("Name a receipt by its sha256: reference, or a step by its step_id; see bundle show."),
        STEP_AMBIGUOUS("Name the receipt by its sha256: reference."),
        NOT_IN_WORKFLOW("Only receipts of a workflow are committed to by a summary."),
        NO_MERKLE_ROOT("Export the run again with a summary that carries receipt_merkle_root."),
        ROOT_MISMATCH("Use the whole bundle: a proof needs all receipts that the summary commits to."),
        NOT_REDACTABLE("Redaction must be chosen when a receipt is issued; share a disclosure bundle instead.");

        private final String next;

        Reason(String next) {
            this.next = next;
        }

        /// What the caller can do about it.
        public String next() {
            return next;
        }
    }

    private final Reason reason;

    BundleRefused(Reason reason, String message) {
        super(new Refusal(Kind.UNFIT, reason.name().toLowerCase(Locale.ROOT), message, reason.next()));
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
