package dev.waybill.receipt;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.CompactJws;
import dev.waybill.receipt.jws.JoseHeader;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.key.VerificationKey;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Issues receipts of one issuer, with one key, on one wire.
///
/// What a verifier would refuse is refused here: a bad context or claim never gets a signature.
public final class ReceiptIssuer {

    private static final String SUMMARY_TYPE = "org.peacprotocol/workflow-summary";
    private static final int SELF_ASSERTED_DIGITS = 32;

    /// 64 bytes in base64url.
    private static final int SIGNATURE_TEXT_LENGTH = 86;

    private final SigningKey key;
    private final Wire wire;
    private final String issuer;
    private final JoseHeader header;
    private final byte[] headerSegment;

    /// What the last receipts had in common, once it had passed the gate.
    private volatile @Nullable ClaimsTemplate template;

    /// The same for summaries.
    private volatile @Nullable ClaimsTemplate summaries;

    /// @param issuer an https origin; when null, a name made from the key's thumbprint, which proves
    ///     nothing but itself and is reported as self-asserted
    public ReceiptIssuer(SigningKey key, Wire wire, @Nullable String issuer) {
        this.key = key;
        this.wire = wire;
        this.issuer = issuer == null ? selfAsserted(key.verificationKey().thumbprint()) : issuer;
        this.header = new JoseHeader(wire, key.kid());
        this.headerSegment = Base64Url.encode(JsonWriter.compactBytes(header.toJson()))
                .concat(".")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /// Whether a key may sign under a name: under one that was made from a key, that key and those to which it gave
    /// its name; any other name is for the key set to grant.
    static boolean mayUse(VerificationKey key, String issuer) {
        return !isSelfAsserted(issuer)
                || key.names().stream().anyMatch(name -> selfAsserted(name).equals(issuer));
    }

    private static String selfAsserted(Digest thumbprint) {
        return "https://k-" + thumbprint.hex().substring(0, SELF_ASSERTED_DIGITS) + ".waybill.invalid";
    }

    /// Whether an issuer's name is one of those that only a key stands for.
    public static boolean isSelfAsserted(String issuer) {
        return issuer.startsWith("https://k-") && issuer.endsWith(".waybill.invalid");
    }

    public String issuer() {
        return issuer;
    }

    public Wire wire() {
        return wire;
    }

    public SigningKey key() {
        return key;
    }

    /// Signs what the draft says.
    ///
    /// @throws Rejected when the claims break a rule of the wire
    public Receipt issue(ReceiptDraft draft) {
        requireKeyFor(draft);
        ClaimsTemplate known = template;
        byte[] payload = known == null ? null : known.payload(draft);
        return payload == null
                ? issueJudged(draft)
                : receipt(payload, null, new WorkflowClaims(draft.workflow(), null));
    }

    private void requireKeyFor(ReceiptDraft draft) {
        if (!key.maySignAt(draft.issuedAt())) {
            throw new Rejected(
                    Code.E_KEY_NOT_VALID_AT,
                    key.verificationKey() + " may not sign at " + Instant.ofEpochSecond(draft.issuedAt()));
        }
    }

    private Receipt issueJudged(ReceiptDraft draft) {
        JsonObject claims = ClaimsWriter.claims(wire, issuer, draft);
        byte[] payload = ClaimsGate.issuable(wire, claims);
        WorkflowClaims workflow = WorkflowClaims.read(wire, claims);
        ClaimsTemplate learned = ClaimsTemplate.learn(wire, issuer, draft, payload);
        template = learned == null ? template : learned;
        return receipt(payload, claims, workflow);
    }

    /// @param says what the draft's groups say, as it would be read from them
    private Receipt issueSummary(ReceiptDraft draft, WorkflowClaims says) {
        requireKeyFor(draft);
        ClaimsTemplate known = summaries;
        byte[] written = known == null ? null : known.payload(draft);
        if (written != null) {
            return receipt(written, null, says);
        }
        JsonObject claims = ClaimsWriter.claims(wire, issuer, draft);
        byte[] payload = ClaimsGate.issuable(wire, claims);
        WorkflowClaims workflow = WorkflowClaims.read(wire, claims);
        if (workflow.equals(says)) {
            ClaimsTemplate learned = ClaimsTemplate.learnSummary(wire, issuer, draft, payload);
            summaries = learned == null ? summaries : learned;
        }
        return receipt(payload, claims, workflow);
    }

    private Receipt receipt(byte[] payload, @Nullable JsonObject claims, WorkflowClaims workflow) {
        byte[] compact = sign(payload);
        return new Receipt(compact, Digest.of(compact), header, claims, workflow);
    }

    /// Signs a summary as a receipt of its own. It is no member of the set that it commits to.
    public Receipt issueSummary(String id, WorkflowSummary summary, @Nullable CommitLog commitLog) {
        return issueSummary(id, summary, commitLog, JsonObject.EMPTY);
    }

    /// @param extensions what the receipt carries beside the summary, by key
    public Receipt issueSummary(
            String id, WorkflowSummary summary, @Nullable CommitLog commitLog, JsonObject extensions) {
        if (!summary.issuer().equals(issuer)) {
            throw new Rejected(
                    Code.E_WORKFLOW_SUMMARY_INVALID,
                    "/issuer",
                    "expected a summary of " + issuer + ", found one of " + summary.issuer());
        }
        var draft = ReceiptDraft.builder(id, summary.issuedAt().getEpochSecond())
                .type(SUMMARY_TYPE)
                .extension(SummaryClaims.EXTENSION_KEY, summary.toJson());
        if (commitLog != null) {
            draft.extension(CommitLog.EXTENSION_KEY, commitLog.toJson());
        }
        extensions.members().forEach((key, value) -> value.asObject().ifPresent(it -> draft.extension(key, it)));
        List<String> refs = summary.evidence().receiptRefs();
        boolean onlyOurs = ClaimsTemplate.areFree(extensions.members());
        try {
            return onlyOurs
                    ? issueSummary(draft.build(), new WorkflowClaims(null, new SummaryClaims(summary, commitLog)))
                    : issue(draft.build());
        } catch (Rejected e) {
            throw refs != null && e.code() == Code.E_CONSTRAINT_VIOLATION ? tooManyRefs(refs.size()) : e;
        }
    }

    private static Rejected tooManyRefs(int refs) {
        return new Rejected(
                Code.E_WORKFLOW_SUMMARY_INVALID,
                "/evidence/receipt_refs",
                refs + " references are too many for one receipt; commit to them with receipt_merkle_root and"
                        + " receipt_count, which 'waybill merkle root' computes");
    }

    private byte[] sign(byte[] payload) {
        byte[] segment = Base64Url.encodeToBytes(payload);
        int signed = headerSegment.length + segment.length;
        byte[] compact = Arrays.copyOf(headerSegment, signed + 1 + SIGNATURE_TEXT_LENGTH);
        if (compact.length > CompactJws.MAX_LENGTH) {
            throw new Rejected(
                    Code.E_CONSTRAINT_VIOLATION,
                    "expected a receipt of at most " + CompactJws.MAX_LENGTH + " bytes, made " + compact.length);
        }
        System.arraycopy(segment, 0, compact, headerSegment.length, segment.length);
        byte[] signature = Base64Url.encodeToBytes(key.sign(compact, signed));
        compact[signed] = '.';
        System.arraycopy(signature, 0, compact, signed + 1, SIGNATURE_TEXT_LENGTH);
        return compact;
    }
}
