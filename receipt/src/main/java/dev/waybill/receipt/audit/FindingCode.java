package dev.waybill.receipt.audit;

/// What can be wrong with a set of receipts, beyond what is wrong with one. The names are stable.
public enum FindingCode {
    NO_RECEIPTS(Severity.GAP, "Give the path of a receipt, a file with one receipt per line, or a bundle."),
    UNREADABLE_LINE(Severity.ERROR, "Put one compact JWS on each line."),
    MANIFEST_MISMATCH(Severity.ERROR, "Ask for the bundle again: a workflow was taken out or added."),
    DUPLICATE_RECEIPT(Severity.WARNING, "Remove the repeated copy; it was counted once."),
    RECEIPT_ID_REUSED(Severity.ERROR, "Ask the issuer which of the two receipts is genuine."),
    RECEIPT_EXPIRED(Severity.GAP, "Ask the issuer for a fresh receipt, or for a summary from before the expiry."),
    DUPLICATE_STEP(Severity.ERROR, "Ask the issuer: one step_id names one execution, unless its receipts are chained."),
    ATTEMPT_MISSING(Severity.GAP, "Ask for the receipt of the earlier attempt, which failed."),
    TOOL_CALL_REUSED(Severity.ERROR, "Ask the issuer which of the steps made the call."),
    ID_TIME_MISMATCH(Severity.WARNING, "Ask the issuer when this was signed: an id and the date disagree."),

    E_WORKFLOW_CYCLE_DETECTED(Severity.ERROR, "Ask the issuer for the true parents of these steps."),
    E_WORKFLOW_PARENT_NOT_FOUND(Severity.GAP, "Ask for the receipt of the parent step."),
    MIXED_WORKFLOW_ID(Severity.ERROR, "Verify each workflow by itself, or add the receipts that link them."),
    PARENTS_WITHHELD(Severity.INFO, "Ask the issuer for the disclosures if you need the graph."),
    DISCLOSURE_INVALID(Severity.ERROR, "Ask for the disclosure that belongs to this receipt."),

    HASH_CHAIN_BROKEN(Severity.ERROR, "Ask for the receipt with this hash; until then the order is unproven."),
    HASH_CHAIN_FORK(Severity.ERROR, "Ask the issuer which of the successors was committed."),
    CUT_TAIL(Severity.GAP, "Ask for the receipts up to the chain head that the summary signs."),
    COMMIT_LOG_MISMATCH(Severity.ERROR, "Do not rely on the order of these receipts: the summary signs another one."),

    TEMPORAL_ORDER(Severity.WARNING, "Compare the clocks of the issuers."),
    STEP_INDEX_GAP(Severity.GAP, "Ask for the receipts of the missing steps."),
    STEP_INDEX_REPEATED(Severity.WARNING, "step_index is for linear workflows; leave it out of parallel ones."),
    STEP_TOTAL_MISMATCH(Severity.WARNING, "Ask the issuer how many steps the workflow has."),
    AGENT_NOT_LISTED(Severity.WARNING, "Ask the issuer why the summary does not list this agent."),

    RECEIPT_MISSING(Severity.GAP, "Ask for the receipts that the summary commits to and that are not here."),
    RECEIPT_NOT_COMMITTED(Severity.ERROR, "Ask the issuer why the summary does not commit to this receipt."),
    RECEIPT_REF_AMBIGUOUS(Severity.ERROR, "Ask for a summary that names receipts by sha256: reference."),
    MERKLE_ROOT_MISMATCH(Severity.ERROR, "Do not rely on this set: it is not the one that the summary signs."),
    COMMITMENT_REQUIRED(Severity.GAP, "Ask for a summary with receipt_merkle_root."),
    COMMITMENT_UNCHECKED(Severity.GAP, "Ask for the final summary, or for one that lists its receipts by digest."),
    COMPLETENESS_REQUIRED(Severity.GAP, "Ask for what is left out, and for the final summary of every workflow."),
    PARTIAL_DISCLOSURE(Severity.INFO, "Ask for the whole bundle if you need to know what else happened."),
    PROOF_INVALID(Severity.ERROR, "Do not rely on this receipt: it is not proven to belong to the workflow."),
    PROOF_MISSING(Severity.GAP, "Ask for the inclusion proof and for a summary with receipt_merkle_root."),
    SUMMARY_OPEN(Severity.INFO, "The run was still open; ask for its final summary later."),
    SUMMARY_RIVAL(Severity.ERROR, "Ask the issuer which of the final summaries is genuine."),
    SUMMARY_INCONSISTENT(Severity.ERROR, "Ask the issuer why a later summary contradicts an earlier one."),
    SUMMARY_REPLAYED(Severity.WARNING, "Remove the repeated copy of the summary."),
    SUMMARY_EXPIRED(Severity.WARNING, "Ask the issuer for a fresh summary."),
    SUMMARY_IMPRECISE(
            Severity.WARNING,
            "Ask the issuer for a summary that follows section 4.3 of the PEAC workflow correlation spec."),
    SUMMARY_FOREIGN(Severity.WARNING, "Check why somebody other than whoever began the workflow signed its summary."),
    TOO_MANY_SUMMARIES(Severity.GAP, "Verify fewer workflows at once: these summaries were not judged."),
    FAILED_STEP_NOT_FOUND(Severity.GAP, "Ask for the receipt of the step that failed."),

    LINK_NOT_FOUND(Severity.INFO, "Add the bundle of the calling workflow to check the link."),
    LINK_MISMATCH(Severity.ERROR, "Ask the issuers of both workflows for the receipts that really link them."),
    CHILD_SUMMARY_MISSING(Severity.GAP, "Ask for the summary of the child that the hand-over names."),
    CONTENT_ALTERED(Severity.ERROR, "Do not rely on this content: the receipt signs another one."),
    CONTENT_UNPROVEN(Severity.GAP, "Add the bundle that holds the receipt of this content."),
    ANCHOR_INVALID(Severity.ERROR, "Ask whoever holds the anchor for it again: this one proves nothing."),
    ANCHOR_UNPROVEN(Severity.GAP, "Give the key or certificate of whoever made the anchor: --jwks, --tsa-certificate."),
    ANCHOR_ELSEWHERE(Severity.INFO, "Add the bundles of those runs to have them judged by their anchors."),
    ANCHOR_UNUSABLE(
            Severity.WARNING, "Anchor a summary that signs the order of its receipts, as 'waybill anchor' does."),
    KEYS_FROM_BUNDLE(Severity.INFO, "Get the issuer's keys from the issuer and pass them with --jwks."),
    KEY_SHARED(Severity.WARNING, "Bind keys to issuers: --jwks ISSUER=FILE."),
    KEYS_DISAGREE(Severity.GAP, "Ask the issuer which keys are its own, and bind them: --jwks ISSUER=FILE."),
    ISSUER_NOT_VERIFIED(Severity.WARNING, "Bind the key to its issuer: --jwks ISSUER=FILE."),
    ISSUER_SELF_ASSERTED(Severity.INFO, "This issuer is only a key; confirm by other means whose it is.");

    private final Severity severity;
    private final String next;

    FindingCode(Severity severity, String next) {
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

    /// A finding about one receipt, by whoever opened the container or brought something along.
    public Finding finding(String receipt, String message) {
        return new Finding(name(), severity, receipt, null, message, next);
    }
}
