package dev.waybill.receipt.claims;

import static dev.waybill.receipt.claims.Fields.Field.optional;
import static dev.waybill.receipt.claims.Fields.Field.required;
import static dev.waybill.receipt.claims.Fields.closed;
import static dev.waybill.receipt.claims.Fields.open;
import static dev.waybill.receipt.claims.Shape.anyObject;
import static dev.waybill.receipt.claims.Shape.ascendingItems;
import static dev.waybill.receipt.claims.Shape.choice;
import static dev.waybill.receipt.claims.Shape.sha256;
import static dev.waybill.receipt.claims.Shape.text;
import static dev.waybill.receipt.claims.Shape.whole;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.receipt.grammar.Timestamp;
import dev.waybill.receipt.grammar.Url;

/// The claims of a Wire 0.2 receipt as a table, extension groups apart.
final class Wire02Envelope {

    private static final Shape PILLARS = ascendingItems(
            1,
            10,
            choice(
                    "access",
                    "attribution",
                    "commerce",
                    "compliance",
                    "consent",
                    "identity",
                    "privacy",
                    "provenance",
                    "purpose",
                    "safety"));

    private static final Shape ACTOR = closed(
            required("id", text(1, 256)),
            required(
                    "proof_type",
                    choice(
                            "ed25519-cert-chain",
                            "eat-passport",
                            "eat-background-check",
                            "sigstore-oidc",
                            "did",
                            "spiffe",
                            "x509-pki",
                            "custom")),
            optional("proof_ref", text(0, 2048)),
            required("origin", text(0, 2048, "an http or https origin without path and user", Url::isOrigin)),
            optional("intent_hash", sha256()));

    /// Open, because PEAC drops what it does not know here.
    private static final Shape POLICY = open(
            required("digest", sha256()),
            optional("uri", text(0, 2048, "an https URL", Url::isHttps)),
            optional("version", text(0, 256)));

    private static final Shape REPRESENTATION = closed(
            optional("content_hash", sha256()),
            optional("content_type", text(0, MediaType.LONGEST, "a media type", MediaType::isValid)),
            optional("content_length", whole(0, JsonNumber.MAX_SAFE_INTEGER)));

    static final Shape SHAPE = closed(
            required("peac_version", choice("0.2")),
            required("kind", choice("evidence", "challenge")),
            required(
                    "type",
                    text(
                            1,
                            ReceiptType.LONGEST,
                            "reverse DNS such as org.example/step or a URI",
                            ReceiptType::isValid)),
            required("iss", text(1, Issuer.LONGEST, "an https origin in lower case, or a DID", Issuer::isCanonical)),
            required("iat", whole(-JsonNumber.MAX_SAFE_INTEGER, JsonNumber.MAX_SAFE_INTEGER)),
            required("jti", text(1, 256)),
            optional("sub", text(0, 2048)),
            optional("pillars", PILLARS),
            optional("actor", ACTOR),
            optional("policy", POLICY),
            optional("representation", REPRESENTATION),
            optional(
                    "occurred_at",
                    text(0, Integer.MAX_VALUE, "an ISO 8601 date-time with Z or an offset", Timestamp::isValid)),
            optional("purpose_declared", text(0, 256)),
            optional("extensions", anyObject()));

    private Wire02Envelope() {}
}
