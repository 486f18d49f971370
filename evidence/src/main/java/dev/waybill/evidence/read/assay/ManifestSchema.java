package dev.waybill.evidence.read.assay;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What a signed manifest 0.1.0 and its attestation must hold, and nothing else: both are closed.
final class ManifestSchema {

    private record Rule(boolean required, String expected, Predicate<JsonValue> fits) {}

    private static final Rule TEXT = required("a text", text(".+"));
    private static final Rule WORD = required("a word", text("[A-Za-z0-9._-]+"));
    private static final Rule HASH = required("64 hexadecimal digits", text("[a-f0-9]{64}"));
    private static final Rule COUNT = required("a whole number", ManifestSchema::isCount);

    private static final Map<String, Rule> FILE =
            rules(Map.entry("path", TEXT), Map.entry("sha256", HASH), Map.entry("bytes", COUNT));

    private static final Map<String, Rule> ATTESTATION = attestation();
    private static final Map<String, Rule> MANIFEST = manifest();

    private ManifestSchema() {}

    /// What is wrong, member by member; empty when nothing is.
    static List<PackError> errors(JsonObject manifest) {
        List<PackError> errors = new ArrayList<>();
        check("", manifest, MANIFEST, errors);
        manifest.object("attestation").ifPresent(json -> check("attestation.", json, ATTESTATION, errors));
        for (JsonValue file : manifest.array("files").orElse(JsonArray.EMPTY)) {
            check("files.", file.asObject().orElse(JsonObject.EMPTY), FILE, errors);
        }
        return errors;
    }

    private static void check(String prefix, JsonObject json, Map<String, Rule> rules, List<PackError> errors) {
        rules.forEach((name, rule) -> {
            JsonValue value = json.get(name);
            if (value == null ? rule.required() : !rule.fits().test(value)) {
                errors.add(
                        bad(prefix + name, "expected " + rule.expected() + (value == null ? ", found nothing" : "")));
            }
        });
        for (String name : json.names()) {
            if (!rules.containsKey(name)) {
                errors.add(bad(prefix + name, "this member does not belong here"));
            }
        }
    }

    private static PackError bad(String field, String message) {
        return PackError.of(PackCode.E_MANIFEST_TAMPER, field, "manifest, " + field + ": " + message);
    }

    private static Map<String, Rule> manifest() {
        Map<String, Rule> rules = new LinkedHashMap<>();
        put(rules, TEXT, "pack_id");
        put(rules, WORD, "pack_version", "manifest_version");
        put(rules, required("sha256", text("sha256")), "hash_alg");
        put(rules, required("an object", JsonObject.class::isInstance), "attestation");
        put(rules, HASH, "attestation_sha256", "suite_hash");
        put(rules, TEXT, "claim_set_id");
        put(rules, HASH, "claim_set_hash");
        put(rules, optional(HASH), "redaction_policy_sha256");
        put(rules, COUNT, "receipt_count_expected");
        put(rules, required("at least three files", value -> isList(value, 3, JsonObject.class)), "files");
        put(rules, required("at least five names", value -> isList(value, 5, JsonString.class)), "expected_files");
        put(rules, TEXT, "signer_id", "signer_pubkey");
        put(rules, HASH, "signer_pubkey_sha256");
        put(rules, required("ed25519", text("ed25519")), "signature_alg");
        put(rules, TEXT, "signature_scope", "signature");
        put(rules, HASH, "pack_root_sha256");
        return rules;
    }

    private static Map<String, Rule> attestation() {
        Map<String, Rule> rules = new LinkedHashMap<>();
        put(rules, required("0.1.0", text("0\\.1\\.0")), "pack_format_version");
        put(rules, COUNT, "fingerprint_version", "n_receipts");
        put(rules, TEXT, "pack_id", "run_id", "suite_id", "claim_set_id", "canon_impl", "canon_impl_version");
        put(rules, TEXT, "head_hash_algorithm", "time_authority");
        put(rules, HASH, "suite_hash", "policy_hash", "claim_set_hash", "head_hash");
        put(rules, WORD, "verifier_version", "canon_version");
        put(rules, required("PASS or FAIL", text("PASS|FAIL")), "receipt_integrity");
        put(rules, required("PASS, FAIL or N/A", text("PASS|FAIL|N/A")), "claim_check");
        put(rules, required("L0 to L3", text("L[0-3]")), "assurance_level");
        put(rules, required("a known tier", text("hash-only|signed-pack|signed-receipts")), "proof_tier");
        put(rules, required("a known mode", text("shadow|enforced|breakglass")), "mode");
        put(rules, required("a time", PackTimes::isTime), "timestamp_start", "timestamp_end");
        put(rules, orNull(HASH), "discrepancy_fingerprint");
        put(rules, orNull(required("a time", PackTimes::isTime)), "valid_until");
        put(rules, orNull(TEXT), "superseded_by");
        put(rules, orNull(required("an object", JsonObject.class::isInstance)), "ci_binding");
        return rules;
    }

    private static void put(Map<String, Rule> rules, Rule rule, String... names) {
        for (String name : names) {
            rules.put(name, rule);
        }
    }

    @SafeVarargs
    private static Map<String, Rule> rules(Map.Entry<String, Rule>... entries) {
        Map<String, Rule> rules = new LinkedHashMap<>();
        for (var entry : entries) {
            rules.put(entry.getKey(), entry.getValue());
        }
        return rules;
    }

    private static Rule required(String expected, Predicate<JsonValue> fits) {
        return new Rule(true, expected, fits);
    }

    private static Rule optional(Rule rule) {
        return new Rule(false, rule.expected(), rule.fits());
    }

    private static Rule orNull(Rule rule) {
        return new Rule(
                false,
                rule.expected() + " or null",
                value -> value instanceof JsonNull || rule.fits().test(value));
    }

    private static Predicate<JsonValue> text(String regex) {
        Pattern pattern = Pattern.compile(regex, Pattern.DOTALL);
        return value ->
                value instanceof JsonString(var text) && pattern.matcher(text).matches();
    }

    private static boolean isCount(JsonValue value) {
        return value instanceof JsonNumber number && number.asInteger().orElse(-1) >= 0;
    }

    private static boolean isList(JsonValue value, int least, Class<? extends JsonValue> kind) {
        return value instanceof JsonArray array
                && array.size() >= least
                && array.items().stream().allMatch(kind::isInstance);
    }
}
