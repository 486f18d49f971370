package dev.waybill.runtime.receipt;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.attest.Salted;
import dev.waybill.engine.attest.StepClaim;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.util.Optional;

/// What stands behind one salted digest of one receipt: with it, and only with it, anybody can check what was signed.
///
/// @param receipt the receipt that binds the content, by the digest of its text
/// @param what for people: the node, or `run`
/// @param member the receipt's member that holds the digest
/// @param digest what the receipt states there
/// @param salt 32 bytes in base64url, of this digest alone
public record Disclosure(Digest receipt, String what, String member, Digest digest, String salt, JsonValue content) {

    /// The name of the digest in a summary.
    static final String FINAL_RESULT = "final_result_hash";

    private static final int SALT_BYTES = 32;

    public Disclosure {
        int length = Base64Url.decode(salt).length;
        if (length != SALT_BYTES) {
            throw new IllegalArgumentException("expected a salt of 32 bytes, found " + length);
        }
    }

    /// Whether salt and content give the digest.
    public boolean holds() {
        return Salted.digest(Base64Url.decode(salt), content).equals(digest);
    }

    /// Whether this receipt binds exactly this content.
    public boolean isBoundBy(Receipt candidate) {
        return holds()
                && candidate.ref().equals(receipt)
                && signed(candidate, member).filter(digest::equals).isPresent();
    }

    /// The digest that a receipt states under a name; empty when it states none.
    static Optional<Digest> signed(Receipt receipt, String member) {
        WorkflowSummary summary = receipt.summary();
        if (summary != null) {
            Digest result = summary.evidence().finalResultHash();
            return member.equals(FINAL_RESULT) ? Optional.ofNullable(result) : Optional.empty();
        }
        return receipt.extensions()
                .object(StepClaim.EXTENSION_KEY)
                .flatMap(details -> details.string(member))
                .map(Digest::parse);
    }

    public JsonObject toJson() {
        return JsonObject.of("receipt", receipt.toString())
                .with("what", what)
                .with("member", member)
                .with("digest", digest.toString())
                .with("salt", salt)
                .with("content", content);
    }

    /// @throws IllegalArgumentException when it is no disclosure
    public static Disclosure read(JsonObject json) {
        JsonValue content = json.get("content");
        if (content == null) {
            throw new IllegalArgumentException("\"content\" is missing");
        }
        return new Disclosure(
                Digest.parse(text(json, "receipt")),
                json.string("what").orElse(""),
                text(json, "member"),
                Digest.parse(text(json, "digest")),
                text(json, "salt"),
                content);
    }

    private static String text(JsonObject json, String name) {
        return json.string(name).orElseThrow(() -> new IllegalArgumentException("\"" + name + "\" is missing"));
    }
}
