package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// PEAC's report about a dispute bundle, `peac-verification-report/0.1`, to the byte: equal bundles give
/// equal report hashes here and in PEAC's own tools.
///
/// It judges less than an audit does: the keys come from the bundle, and the receipts are not held against
/// their wire, their workflow or each other.
public final class DisputeReport {

    static final String VERSION = "peac-verification-report/0.1";

    private final List<DisputeVerdict> verdicts;
    private final DisputeSignature signature;
    private final JsonObject json;

    private DisputeReport(List<DisputeVerdict> verdicts, DisputeSignature signature, JsonObject json) {
        this.verdicts = verdicts;
        this.signature = signature;
        this.json = json;
    }

    /// @param now the verifier's clock, in epoch seconds
    public static DisputeReport of(DisputeBundle bundle, long now) {
        List<DisputeVerdict> verdicts = new ArrayList<>();
        for (DisputeManifest.Listed listed : bundle.manifest().receipts()) {
            DisputeJws jws = bundle.receipts().get(new JsonString(listed.id()));
            verdicts.add(DisputeVerdict.of(listed.id(), jws, bundle.keys(), now));
        }
        verdicts.sort((a, b) -> LocaleOrder.INSTANCE.compare(a.id(), b.id()));
        DisputeSignature signature = DisputeSignature.of(bundle);
        JsonObject body = JsonObject.of("version", VERSION)
                .with("bundle_content_hash", bundle.manifest().contentHash())
                .with("bundle_signature", signature.toJson())
                .with("summary", summary(verdicts))
                .with(
                        "receipts",
                        array(verdicts.stream().map(DisputeVerdict::toJson).toList()))
                .with("keys_used", keysUsed(verdicts))
                .with("auditor_summary", auditorSummary(verdicts));
        return new DisputeReport(verdicts, signature, body.with("report_hash", hash(body)));
    }

    private static String hash(JsonObject body) {
        try {
            return Digest.of(Jcs.canonicalBytes(body)).toString();
        } catch (IllegalArgumentException e) {
            throw new DisputeRefused(DisputeCode.E_BUNDLE_RECEIPT_INVALID, "a claim is beyond JSON: " + e.getMessage());
        }
    }

    private static JsonObject summary(List<DisputeVerdict> verdicts) {
        return JsonObject.of("total_receipts", verdicts.size())
                .with("valid", valid(verdicts))
                .with("invalid", verdicts.size() - valid(verdicts));
    }

    private static long valid(List<DisputeVerdict> verdicts) {
        return verdicts.stream().filter(DisputeVerdict::valid).count();
    }

    private static JsonArray keysUsed(List<DisputeVerdict> verdicts) {
        Map<String, List<String>> ids = new TreeMap<>(LocaleOrder.INSTANCE.thenComparing(String::compareTo));
        for (DisputeVerdict verdict : verdicts) {
            verdict.kid()
                    .ifPresent(kid ->
                            ids.computeIfAbsent(kid, _ -> new ArrayList<>()).add(verdict.id()));
        }
        List<JsonValue> used = new ArrayList<>();
        ids.forEach((kid, receipts) -> used.add(JsonObject.of("kid", kid)
                .with("receipts_signed", receipts.size())
                .with(
                        "receipt_ids",
                        JsonArray.ofStrings(receipts.stream().sorted().toList()))));
        return new JsonArray(used);
    }

    private static JsonObject auditorSummary(List<DisputeVerdict> verdicts) {
        long valid = valid(verdicts);
        List<String> issues = verdicts.stream()
                .filter(verdict -> !verdict.signatureValid() || !verdict.claimsValid())
                .map(verdict -> "Receipt " + verdict.id() + ": "
                        + (verdict.errors().isEmpty() ? "validation failed" : String.join(", ", verdict.errors())))
                .sorted()
                .toList();
        return JsonObject.of("headline", valid + "/" + verdicts.size() + " receipts valid")
                .with("issues", JsonArray.ofStrings(issues))
                .with("recommendation", valid == verdicts.size() ? "valid" : valid == 0 ? "invalid" : "needs_review");
    }

    private static JsonArray array(List<JsonObject> objects) {
        return new JsonArray(new ArrayList<>(objects));
    }

    /// The report as PEAC writes it.
    public JsonObject toJson() {
        return json;
    }

    /// `sha256:…` over the canonical form of everything else in the report.
    public String reportHash() {
        return json.string("report_hash").orElseThrow();
    }

    /// `valid`, `needs_review` or `invalid`.
    public String recommendation() {
        return json.object("auditor_summary")
                .flatMap(summary -> summary.string("recommendation"))
                .orElseThrow();
    }

    /// How many receipts the manifest lists.
    long receipts() {
        return verdicts.size();
    }

    /// How many of them hold by PEAC's rules.
    long valid() {
        return valid(verdicts);
    }

    /// One judgement for each receipt that the manifest lists.
    List<DisputeVerdict> verdicts() {
        return verdicts;
    }

    DisputeSignature signature() {
        return signature;
    }
}
