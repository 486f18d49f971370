package dev.waybill.receipt.code;

/// Every reason for which a receipt, a context or a summary is refused. The names are stable and, where
/// PEAC has a name, they are PEAC's.
public enum Code {
    // The envelope.
    E_INVALID_FORMAT("Ask the issuer for a receipt that follows the wire format."),
    E_INVALID_SIGNATURE("Do not rely on this receipt: its bytes or its key are not the ones that were signed."),
    E_KEY_NOT_FOUND("Supply the issuer's key set with --jwks."),
    E_KEY_REVOKED("The issuer revoked this key; ask for a new receipt, or for an anchor from before the revocation."),
    E_KEY_NOT_VALID_AT("The key was not in use when the receipt was issued; check the issuer's key set."),
    E_UNSUPPORTED_WIRE_VERSION("Use Wire 0.1 (peac-receipt/0.1) or Wire 0.2 (interaction-record+jwt)."),
    E_WIRE_VERSION_MISMATCH("Header typ and payload peac_version must name the same wire."),
    E_JWS_EMBEDDED_KEY("A receipt must not bring its own key; remove jwk, x5c, x5u and jku from the header."),
    E_JWS_CRIT_REJECTED("Remove crit from the header."),
    E_JWS_MISSING_KID("Set kid to a name of 1 to 256 bytes."),
    E_JWS_B64_REJECTED("Remove b64:false from the header."),
    E_JWS_ZIP_REJECTED("Remove zip from the header."),
    // The bytes.
    E_IJSON_DUPLICATE_MEMBER_NAME("Write every member of an object once."),
    E_IJSON_INVALID_STRING("Write strings as UTF-8 without lone surrogates or noncharacters."),
    E_IJSON_NUMBER_OUT_OF_RANGE("Write numbers beyond 2^53 - 1 as strings."),
    E_CONSTRAINT_VIOLATION("Make the claims smaller or flatter."),
    // The claims.
    E_INVALID_ISSUER("The receipt's issuer is not the one that was expected."),
    E_INVALID_AUDIENCE("The receipt's audience is not the one that was expected."),
    E_INVALID_SUBJECT("The receipt's subject is not the one that was expected."),
    E_ISS_NOT_CANONICAL("Write iss as an https origin in lower case without path and default port, or as a DID."),
    E_KIND_UNSUPPORTED("Use kind evidence or challenge."),
    E_EXPIRED("The receipt's validity has ended; ask for a new one."),
    E_NOT_YET_VALID("The receipt is dated in the future; check both clocks."),
    E_OCCURRED_AT_FUTURE("occurred_at lies in the future; check the issuer's clock."),
    E_OCCURRED_AT_ON_CHALLENGE("Remove occurred_at from a challenge."),
    E_EXTENSION_GROUP_REQUIRED("Add the extension group that this receipt type requires."),
    E_EXTENSION_GROUP_MISMATCH("Use the extension group that belongs to this receipt type."),
    // The workflow.
    E_WORKFLOW_CONTEXT_INVALID(
            "Fix the workflow context; sections 3 and 6.5 of the PEAC workflow correlation spec list its rules."),
    E_WORKFLOW_DAG_INVALID("A step must not be its own parent, and no parent may appear twice."),
    E_WORKFLOW_LIMIT_EXCEEDED("List at most 16 parents; join more through an intermediate step."),
    E_WORKFLOW_ID_INVALID("Use wf_ and 20 to 48 letters, digits, '_' or '-'."),
    E_WORKFLOW_STEP_ID_INVALID("Use step_ and 20 to 48 letters, digits, '_' or '-'."),
    E_WORKFLOW_PARENT_NOT_FOUND("Add the receipt of the missing parent step."),
    E_WORKFLOW_SUMMARY_INVALID("Fix the summary; section 4 of the PEAC workflow correlation spec lists its rules."),
    E_WORKFLOW_CYCLE_DETECTED("The steps cannot have happened in this order; ask the issuer for the true parents.");

    private final String next;

    Code(String next) {
        this.next = next;
    }

    /// What the reader can do about it.
    public String next() {
        return next;
    }
}
