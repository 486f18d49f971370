package dev.waybill.receipt.claims;

import static dev.waybill.receipt.claims.Fields.Field.optional;
import static dev.waybill.receipt.claims.Fields.Field.required;
import static dev.waybill.receipt.claims.Fields.closed;
import static dev.waybill.receipt.claims.Fields.open;
import static dev.waybill.receipt.claims.Shape.anyObject;
import static dev.waybill.receipt.claims.Shape.anything;
import static dev.waybill.receipt.claims.Shape.choice;
import static dev.waybill.receipt.claims.Shape.either;
import static dev.waybill.receipt.claims.Shape.items;
import static dev.waybill.receipt.claims.Shape.text;
import static dev.waybill.receipt.claims.Shape.whole;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.grammar.Tokens;
import dev.waybill.receipt.grammar.Url;

/// What may stand inside a Wire 0.1 receipt: a payment, or an attestation of something unpaid.
///
/// PEAC's released schema is narrower than PEAC's own specification and test vectors. What it accepts is
/// accepted here; beyond that only this, each for one document that must verify:
///
/// - `payment` may lack both `amount` and `currency`, never one alone: the specification's example
///   (section 3.5) has neither.
/// - `payment` may be absent from a receipt with `amt` and `cur`: golden vector `basic-receipt`.
/// - `subject` may be an https URL instead of an object around one, and `tags` may list words: golden
///   vector `unicode-nested-array`.
///
/// The keys of `ext` are free on this wire. PEAC's own `aipref_snapshot` and `…interaction@0.1` would
/// not pass the grammar that Wire 0.2 introduced.
public final class Wire01Claims {

    private static final int UNBOUNDED = Integer.MAX_VALUE;

    private static final Shape HTTPS = https(UNBOUNDED);
    private static final Shape WORD = text(1, UNBOUNDED, "a string that is not empty", _ -> true);
    private static final Shape STRING = text(0, UNBOUNDED, "a string", _ -> true);
    private static final Shape TIME = whole(0, JsonNumber.MAX_SAFE_INTEGER);
    private static final Shape AMOUNT = whole(0, JsonNumber.MAX_SAFE_INTEGER);
    private static final Shape CURRENCY = text(3, 3, "three capital letters such as USD", Tokens::isCurrency);
    private static final Shape RECEIPT_ID = text(36, 36, "a UUID of version 7", Tokens::isUuidV7);

    private static final Shape PAYMENT = closed(
            required("rail", WORD),
            required("reference", WORD),
            optional("amount", AMOUNT),
            optional("currency", CURRENCY),
            optional("asset", STRING),
            optional("env", STRING),
            optional("evidence", anything()),
            optional("metadata", anyObject()));

    private static final Shape EXTENSIONS = open(optional(
            "aipref_snapshot",
            closed(
                    required("url", HTTPS),
                    required("hash", text(8, UNBOUNDED, "a string of at least 8 characters", _ -> true)))));

    private static final Shape PAYMENT_RECEIPT = closed(
            required("iss", HTTPS),
            required("aud", HTTPS),
            required("iat", TIME),
            optional("exp", whole(-JsonNumber.MAX_SAFE_INTEGER, JsonNumber.MAX_SAFE_INTEGER)),
            required("rid", RECEIPT_ID),
            required("amt", AMOUNT),
            required("cur", CURRENCY),
            optional("payment", PAYMENT),
            optional("subject", either(closed(required("uri", HTTPS)), HTTPS)),
            optional("tags", items(0, 64, text(1, 128))),
            optional("ext", EXTENSIONS),
            optional("purpose_declared", items(0, UNBOUNDED, STRING)),
            optional("purpose_enforced", choice("train", "search", "user_action", "inference", "index")),
            optional(
                    "purpose_reason",
                    choice(
                            "allowed",
                            "constrained",
                            "denied",
                            "downgraded",
                            "undeclared_default",
                            "unknown_preserved")));

    private static final Shape ATTESTATION = closed(
            required("iss", https(2048)),
            required("aud", https(2048)),
            required("iat", TIME),
            required("exp", TIME),
            required("rid", RECEIPT_ID),
            optional("sub", text(0, 256)),
            optional("ext", anyObject()));

    private Wire01Claims() {}

    /// @throws Rejected E_INVALID_FORMAT with the pointer of the first claim that does not fit
    public static void check(JsonObject claims) {
        Fault fault = isAttestation(claims) ? ATTESTATION.fault(claims) : PAYMENT_RECEIPT.fault(claims);
        if (fault != null) {
            throw fault.rejectedAs(Code.E_INVALID_FORMAT);
        }
        claims.object("payment").ifPresent(Wire01Claims::checkSum);
    }

    /// Whether the receipt attests to something unpaid. One payment claim makes it a payment receipt,
    /// which must then be complete: a half-written payment never passes for an attestation.
    public static boolean isAttestation(JsonObject claims) {
        return !claims.has("amt") && !claims.has("cur") && !claims.has("payment");
    }

    private static void checkSum(JsonObject payment) {
        if (payment.has("amount") != payment.has("currency")) {
            throw new Fault("/payment", "amount and currency together, or neither", "one of them")
                    .rejectedAs(Code.E_INVALID_FORMAT);
        }
    }

    private static Shape https(int longest) {
        return text(1, longest, "an https URL", Url::isHttps);
    }
}
