package dev.waybill.receipt.claims;

import static dev.waybill.receipt.claims.Fields.Field.optional;
import static dev.waybill.receipt.claims.Fields.Field.required;
import static dev.waybill.receipt.claims.Fields.closed;
import static dev.waybill.receipt.claims.Fields.open;
import static dev.waybill.receipt.claims.Shape.anyObject;
import static dev.waybill.receipt.claims.Shape.choice;
import static dev.waybill.receipt.claims.Shape.distinctItems;
import static dev.waybill.receipt.claims.Shape.flag;
import static dev.waybill.receipt.claims.Shape.items;
import static dev.waybill.receipt.claims.Shape.sha256;
import static dev.waybill.receipt.claims.Shape.text;
import static dev.waybill.receipt.claims.Shape.whole;

import dev.waybill.receipt.grammar.Timestamp;
import dev.waybill.receipt.grammar.Tokens;
import dev.waybill.receipt.grammar.Url;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The extension groups whose content PEAC prescribes on Wire 0.2, as tables.
/// A group beyond these is carried along unread.
final class ExtensionGroups {

    private static final Shape DURATION =
            text(2, Iso8601Duration.LONGEST, "an ISO 8601 duration such as P30D", Iso8601Duration::isValid);
    private static final Shape HTTPS_HINT =
            text(1, 2048, "an https URL without credentials and fragment", Url::isHttpsHint);
    private static final Shape NAME_128 = text(1, 128);
    private static final Shape NAME_256 = text(1, 256);

    private static final Shape COMMERCE = closed(
            required("payment_rail", NAME_128),
            required("amount_minor", text(1, 64, "an integer as a string, such as \"1000\"", Tokens::isDecimalInteger)),
            required("currency", text(1, 16)),
            optional("reference", text(0, 256)),
            optional("asset", text(0, 256)),
            optional("env", choice("live", "test")),
            optional("event", choice("authorization", "capture", "settlement", "refund", "void", "chargeback")));

    private static final Shape ACCESS = closed(
            required("resource", text(1, 2048)),
            required("action", NAME_256),
            required("decision", choice("allow", "deny", "review")));

    /// RFC 9457 lets a problem carry members of its own.
    private static final Shape PROBLEM = open(
            required("status", whole(100, 599)),
            required("type", text(1, 2048, "an absolute URL", Url::isAbsolute)),
            optional("title", text(0, 256)),
            optional("detail", text(0, 4096)),
            optional("instance", text(0, 2048)));

    private static final Shape CHALLENGE = closed(
            required(
                    "challenge_type",
                    choice(
                            "payment_required",
                            "identity_required",
                            "consent_required",
                            "attestation_required",
                            "rate_limited",
                            "purpose_disallowed",
                            "custom")),
            required("problem", PROBLEM),
            optional("resource", text(0, 2048)),
            optional("action", text(0, 256)),
            optional("requirements", anyObject()));

    private static final Shape IDENTITY = closed(optional("proof_ref", text(0, 256)));

    private static final Shape CORRELATION = closed(
            optional("trace_id", text(32, 32, "32 lower-case hexadecimal digits", Tokens::isLowerHex)),
            optional("span_id", text(16, 16, "16 lower-case hexadecimal digits", Tokens::isLowerHex)),
            optional("workflow_id", NAME_256),
            optional("parent_jti", NAME_256),
            optional("depends_on", items(0, 64, NAME_256)));

    private static final Shape CONSENT = closed(
            required("consent_basis", NAME_128),
            required("consent_status", choice("granted", "withdrawn", "denied", "expired")),
            optional("data_categories", items(0, 64, NAME_128)),
            optional("retention_period", DURATION),
            optional("consent_method", NAME_128),
            optional("withdrawal_uri", HTTPS_HINT),
            optional("scope", NAME_256),
            optional("jurisdiction", text(1, 16)));

    private static final Shape PRIVACY = closed(
            required("data_classification", NAME_128),
            optional("processing_basis", NAME_128),
            optional("retention_period", DURATION),
            optional("retention_mode", choice("time_bound", "indefinite", "session_only")),
            optional("recipient_scope", choice("internal", "processor", "third_party", "public")),
            optional("anonymization_method", NAME_128),
            optional("data_subject_category", NAME_128),
            optional("transfer_mechanism", NAME_128));

    private static final Shape SAFETY = closed(
            required("review_status", choice("reviewed", "pending", "flagged", "not_applicable")),
            optional("risk_level", choice("unacceptable", "high", "limited", "minimal")),
            optional("assessment_method", NAME_256),
            optional("safety_measures", items(0, 32, NAME_256)),
            optional("incident_ref", NAME_256),
            optional("model_ref", NAME_256),
            optional("category", NAME_128));

    private static final Shape COMPLIANCE = closed(
            required("framework", NAME_256),
            required("compliance_status", choice("compliant", "non_compliant", "partial", "under_review", "exempt")),
            optional("audit_ref", NAME_256),
            optional("auditor", NAME_256),
            optional("audit_date", text(10, 10, "a date as YYYY-MM-DD", Tokens::isDate)),
            optional("scope", text(1, 512)),
            optional("validity_period", DURATION),
            optional("evidence_ref", sha256()));

    private static final Shape CUSTODY = closed(
            required("custodian", NAME_256),
            required("action", NAME_128),
            required(
                    "timestamp",
                    text(0, Integer.MAX_VALUE, "an RFC 3339 date-time with seconds", Timestamp::isRfc3339)));

    private static final Shape SLSA =
            closed(required("track", text(1, 64)), required("level", whole(0, 4)), required("version", text(1, 16)));

    private static final Shape PROVENANCE = closed(
            required("source_type", NAME_128),
            optional("source_ref", NAME_256),
            optional("source_uri", HTTPS_HINT),
            optional("build_provenance_uri", HTTPS_HINT),
            optional("verification_method", NAME_128),
            optional("custody_chain", items(0, 16, CUSTODY)),
            optional("slsa", SLSA));

    private static final Shape ATTRIBUTION = closed(
            required("creator_ref", NAME_256),
            optional(
                    "license_spdx",
                    text(1, SpdxExpression.LONGEST, "an SPDX expression such as MIT", SpdxExpression::isValid)),
            optional("obligation_type", NAME_128),
            optional("attribution_text", text(1, 1024)),
            optional(
                    "content_signal_source",
                    choice("tdmrep_json", "content_signal_header", "content_usage_header", "robots_txt", "custom")),
            optional("content_digest", sha256()));

    private static final Shape PURPOSE_TOKEN = text(1, 128, "a purpose such as ai_training", Tokens::isPurpose);

    private static final Shape PURPOSE = closed(
            required("external_purposes", distinctItems(1, 32, PURPOSE_TOKEN)),
            optional("purpose_basis", NAME_128),
            optional("purpose_limitation", flag()),
            optional("data_minimization", flag()),
            optional("compatible_purposes", distinctItems(0, 32, PURPOSE_TOKEN)),
            optional("peac_purpose_mapping", text(1, 64, "a purpose such as train", Tokens::isPurpose)));

    private static final Map<String, Shape> BY_KEY = new LinkedHashMap<>();

    static {
        BY_KEY.put(Registry.PREFIX + "commerce", COMMERCE);
        BY_KEY.put(Registry.PREFIX + "access", ACCESS);
        BY_KEY.put(Registry.PREFIX + "challenge", CHALLENGE);
        BY_KEY.put(Registry.PREFIX + "identity", IDENTITY);
        BY_KEY.put(Registry.PREFIX + "correlation", CORRELATION);
        BY_KEY.put(Registry.PREFIX + "consent", CONSENT);
        BY_KEY.put(Registry.PREFIX + "privacy", PRIVACY);
        BY_KEY.put(Registry.PREFIX + "safety", SAFETY);
        BY_KEY.put(Registry.PREFIX + "compliance", COMPLIANCE);
        BY_KEY.put(Registry.PREFIX + "provenance", PROVENANCE);
        BY_KEY.put(Registry.PREFIX + "attribution", ATTRIBUTION);
        BY_KEY.put(Registry.PREFIX + "purpose", PURPOSE);
    }

    private ExtensionGroups() {}

    /// The shape of a group, or null for a group that nobody prescribes.
    static @Nullable Shape of(String key) {
        return BY_KEY.get(key);
    }
}
