package dev.waybill.receipt;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

/// Parents that can be withheld later without breaking the signature, in the manner of SD-JWT.
///
/// The receipt signs a salted digest of its parent list instead of the list. The list travels beside it as
/// a disclosure: base64url of `[salt, "parent_step_ids", […]]`. Dropping the disclosure redacts the copy.
public final class Redactable {

    public static final String EXTENSION_KEY = "dev.waybill/redactable";

    private static final String CLAIM = "parent_step_ids";
    private static final int SALT_BYTES = 16;

    private Redactable() {}

    /// The disclosure of a parent list, with a fresh salt.
    public static String disclose(List<StepId> parents, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return disclose(parents, salt);
    }

    /// The disclosure of a parent list whose salt follows from something secret, so that it can be made again.
    ///
    /// @param secret 16 bytes or more that nobody can guess
    public static String disclose(List<StepId> parents, byte[] secret) {
        JsonArray disclosure = JsonArray.of(
                new JsonString(Base64Url.encode(Arrays.copyOf(secret, SALT_BYTES))),
                new JsonString(CLAIM),
                JsonArray.ofStrings(parents.stream().map(StepId::value).toList()));
        return Base64Url.encode(JsonWriter.compactBytes(disclosure));
    }

    /// What the receipt signs in place of the list.
    static JsonObject commitment(String disclosure) {
        return JsonObject.of("_sd", JsonArray.of(new JsonString(digest(disclosure))))
                .with("_sd_alg", "sha-256");
    }

    private static String digest(String disclosure) {
        return Base64Url.encode(
                Digest.of(disclosure.getBytes(StandardCharsets.US_ASCII)).toBytes());
    }

    /// The context of a receipt that signed a commitment in place of its parents.
    static WorkflowContext withheld(JsonValue context, JsonValue commitment) {
        if (!isCommitment(commitment)) {
            throw bad("expected " + EXTENSION_KEY + " to be one sha-256 commitment: _sd with one digest, and _sd_alg");
        }
        WorkflowContext withheld = WorkflowContext.parseRedacted(context);
        if (!withheld.parentsWithheld()) {
            throw bad("expected no parents beside a commitment to them: one of the two must go");
        }
        return withheld;
    }

    private static boolean isCommitment(JsonValue value) {
        return value instanceof JsonObject commitment
                && commitment.size() == 2
                && commitment.string("_sd_alg").orElse("").equals("sha-256")
                && commitment.get("_sd") instanceof JsonArray digests
                && digests.size() == 1
                && digests.get(0) instanceof JsonString(var digest)
                && isDigest(digest);
    }

    private static boolean isDigest(String text) {
        try {
            return Base64Url.decode(text).length == Digest.LENGTH;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// The context with its parents, when the disclosure is the one that was signed.
    ///
    /// @throws Rejected when it is not
    public static WorkflowContext reveal(Receipt receipt, String disclosure) {
        JsonValue commitment = receipt.extensions().get(EXTENSION_KEY);
        WorkflowContext withheld = receipt.workflow();
        if (commitment == null || withheld == null) {
            throw bad("the receipt withholds nothing, so it has no disclosure");
        }
        if (!commitment.equals(commitment(disclosure))) {
            throw bad("this disclosure is not the one that the receipt signed");
        }
        return WorkflowContext.parse(withheld.toJson().with(CLAIM, parents(disclosure)));
    }

    /// The list that a disclosure holds.
    static JsonValue parents(String disclosure) {
        try {
            JsonValue value = JsonReader.read(Base64Url.decode(disclosure), JsonLimits.RECEIPT);
            if (value instanceof JsonArray array
                    && array.size() == 3
                    && array.get(1).equals(new JsonString(CLAIM))) {
                return array.get(2);
            }
        } catch (IllegalArgumentException | JsonException e) {
            throw bad("the disclosure cannot be read: " + e.getMessage());
        }
        throw bad("expected a disclosure of salt, \"" + CLAIM + "\" and a list");
    }

    private static Rejected bad(String message) {
        return new Rejected(Code.E_WORKFLOW_CONTEXT_INVALID, "/" + CLAIM, message);
    }
}
