package dev.waybill.receipt;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.CompactJws;
import dev.waybill.receipt.jws.JoseHeader;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// One receipt: a signed statement that one step happened, or the summary of a run.
///
/// The claims have passed the gate of their wire. Whether the signature holds is another question, which
/// [ReceiptVerifier] answers.
public final class Receipt {

    private final byte[] compact;
    private final Digest ref;
    private final JoseHeader header;

    /// Null until somebody asks: whoever issues receipts one after the other never does.
    private @Nullable JsonObject claims;

    private final WorkflowClaims workflow;

    /// The claims and what was read from them must belong together; see [WorkflowClaims#read].
    Receipt(byte[] compact, Digest ref, JoseHeader header, @Nullable JsonObject claims, WorkflowClaims workflow) {
        this.compact = compact;
        this.ref = ref;
        this.header = header;
        this.claims = claims;
        this.workflow = workflow;
    }

    /// Reads a receipt without its key: structure and claims are checked, the signature is not.
    ///
    /// @throws Rejected when the text is not a well-formed receipt
    public static Receipt decode(String compact) {
        CompactJws.checkLength(compact.length());
        return read(compact.getBytes(StandardCharsets.UTF_8));
    }

    /// As [#decode(String)], from bytes.
    public static Receipt decode(byte[] compact) {
        CompactJws.checkLength(compact.length);
        return read(compact.clone());
    }

    private static Receipt read(byte[] compact) {
        CompactJws jws = CompactJws.split(compact);
        JoseHeader header = JoseHeader.of(jws.header());
        JsonObject claims = jws.payload();
        ClaimsGate.coherent(header.wire(), claims);
        ClaimsGate.check(header.wire(), claims);
        WorkflowClaims workflow = WorkflowClaims.read(header.wire(), claims);
        return new Receipt(compact, Digest.of(compact), header, claims, workflow);
    }

    /// The compact JWS: what travels.
    public String compact() {
        return new String(compact, StandardCharsets.ISO_8859_1);
    }

    /// The same as bytes, for those who store it.
    public byte[] toBytes() {
        return compact.clone();
    }

    /// The name by which other receipts and summaries refer to this one: the digest of its text.
    public Digest ref() {
        return ref;
    }

    public Wire wire() {
        return header.wire();
    }

    /// The name of the signing key, as the issuer gave it.
    public String kid() {
        return header.kid();
    }

    public JsonObject claims() {
        JsonObject known = claims;
        if (known == null) {
            // Two threads may both read them; they read the same, and the value is immutable.
            known = CompactJws.split(compact).payload();
            claims = known;
        }
        return known;
    }

    public String issuer() {
        return claims().string("iss").orElseThrow();
    }

    /// The issuer's own name for this receipt: `rid` on Wire 0.1, `jti` on Wire 0.2.
    public String id() {
        return claims().string(wire().idClaim()).orElseThrow();
    }

    /// When it was issued, in epoch seconds.
    public long issuedAt() {
        return number("iat");
    }

    /// When it ceases to be valid, in epoch seconds; only Wire 0.1 knows this.
    public @Nullable Long expiresAt() {
        return claims().has("exp") ? number("exp") : null;
    }

    private long number(String claim) {
        if (claims().get(claim) instanceof JsonNumber number
                && number.asInteger().isPresent()) {
            return number.asInteger().getAsLong();
        }
        throw new Rejected(Code.E_INVALID_FORMAT, "/" + claim, "expected " + claim + " in whole seconds since 1970");
    }

    /// The extension groups, wherever this wire keeps them.
    public JsonObject extensions() {
        return claims().object(wire().extensionsClaim()).orElse(JsonObject.EMPTY);
    }

    /// The place of this receipt in its workflow; absent on receipts that belong to none, and on summaries.
    public @Nullable WorkflowContext workflow() {
        return workflow.context();
    }

    /// The summary that this receipt carries, if it is one.
    public @Nullable WorkflowSummary summary() {
        SummaryClaims summary = workflow.summary();
        return summary == null ? null : summary.summary();
    }

    /// What a summary says beyond PEAC about the order of its receipts; absent on other issuers' summaries.
    public @Nullable CommitLog commitLog() {
        SummaryClaims summary = workflow.summary();
        return summary == null ? null : summary.commitLog();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Receipt receipt && ref.equals(receipt.ref);
    }

    @Override
    public int hashCode() {
        return ref.hashCode();
    }

    @Override
    public String toString() {
        return "receipt " + id() + " of " + issuer() + " (" + ref + ")";
    }
}
