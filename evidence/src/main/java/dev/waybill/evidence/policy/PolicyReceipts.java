package dev.waybill.evidence.policy;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.EvidenceRefused;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.task.MeshIds;
import dev.waybill.journal.event.Times;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes the three policy receipts. Each has an id and a time of its own, and carries the correlation of what it
/// follows: it is propagated, never made up in the middle of a chain.
public final class PolicyReceipts {

    private static final DateTimeFormatter RUN_TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd_HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final MeshIds ids;

    public PolicyReceipts(MeshIds ids) {
        this.ids = ids;
    }

    /// A recommendation. Parents of one chain hand their correlation on; from several chains a new one begins, and its
    /// id is the run's.
    ///
    /// @param origin who analysed, `quintet/policies`
    public JsonObject recommend(Recommendation what, String origin, Instant now) {
        String run = "qt_" + what.lever().toLowerCase(Locale.ROOT) + "_" + RUN_TIME.format(now);
        String correlation =
                what.correlations().size() == 1 ? what.correlations().getFirst() : run;
        JsonObject.Builder receipt = begin(ReceiptType.POLICY_RECOMMENDATION, run, now);
        add(receipt, envelope(correlation, origin, what.parents(), what.policyVersion()));
        receipt.put("lever", what.lever())
                .put("action", what.action().name())
                .put("current_value", what.currentValue())
                .put("recommended_value", what.recommendedValue())
                .putIfPresent("confidence", what.confidence())
                .put("episodes_analyzed", what.parents().size());
        return receipt.build();
    }

    /// Enacts a recommendation.
    ///
    /// @param origin who enacts it, `ccio/guardian`
    /// @param policyVersion the version that is in force from now on; null derives it from lever and value
    /// @throws EvidenceRefused when it is none, or does not ask for a change
    public JsonObject apply(JsonObject recommendation, String origin, @Nullable String policyVersion, Instant now) {
        expect(ReceiptType.POLICY_RECOMMENDATION, recommendation);
        String action = recommendation.string("action").orElse("");
        if (!action.equals(Recommendation.Action.PROMOTE.name())) {
            throw new EvidenceRefused(
                    "NOT_TO_APPLY",
                    "expected a recommendation to PROMOTE, found " + (action.isEmpty() ? "none" : action));
        }
        String lever = lever(recommendation);
        JsonValue value = value(recommendation, "recommended_value");
        JsonObject.Builder receipt = begin(ReceiptType.POLICY_APPLY, ids.policyApply(), now);
        String version = policyVersion == null ? version(lever, value) : policyVersion;
        add(receipt, follows(recommendation, Repo.QUINTET, origin, version));
        receipt.put("lever", lever)
                .put("old_value", value(recommendation, "current_value"))
                .put("new_value", value)
                .put("applied_at", Times.format(now));
        return receipt.build();
    }

    /// Takes an applied change back.
    ///
    /// @throws EvidenceRefused when it is no applied change
    public JsonObject rollBack(JsonObject apply, String origin, String reason, Instant now) {
        expect(ReceiptType.POLICY_APPLY, apply);
        JsonObject.Builder receipt = begin(ReceiptType.POLICY_ROLLBACK, ids.policyRollback(), now);
        add(receipt, follows(apply, Repo.WAYBILL, origin, null));
        receipt.put("lever", lever(apply))
                .put("reverted_to", value(apply, "old_value"))
                .put("reason", reason);
        return receipt.build();
    }

    /// Two parties that enact the same value name the same version.
    static String version(String lever, JsonValue value) {
        return Digest.of(Jcs.canonicalBytes(JsonObject.of(lever, value))).toString();
    }

    private static JsonObject.Builder begin(ReceiptType type, String id, Instant now) {
        return JsonObject.builder()
                .put("type", type.name())
                .put("receipt_id", id)
                .put("timestamp", Times.format(now));
    }

    private static void add(JsonObject.Builder receipt, EvidenceEnvelope envelope) {
        envelope.members().members().forEach(receipt::put);
    }

    private static EvidenceEnvelope follows(
            JsonObject before, Repo usualRepo, String origin, @Nullable String policyVersion) {
        EvidenceEnvelope earlier = EvidenceEnvelope.of(before);
        Optional<String> correlation = earlier.text(EvidenceEnvelope.CORRELATION_ID);
        String id = before.string("receipt_id")
                .or(() -> correlation)
                .orElseThrow(() -> new EvidenceRefused(
                        "PARENT_UNNAMED",
                        "expected a receipt_id or an _ewp_correlation_id to refer to, found neither"));
        String repo = earlier.text(EvidenceEnvelope.ORIGIN)
                .map(text -> text.split("/", 2)[0])
                .orElse(usualRepo.wire());
        return envelope(correlation.orElse(id), origin, List.of(repo + ":" + id), policyVersion);
    }

    private static EvidenceEnvelope envelope(
            String correlation, String origin, List<String> parents, @Nullable String policyVersion) {
        EvidenceEnvelope envelope = EvidenceEnvelope.issued(correlation, origin);
        if (policyVersion != null) {
            envelope = envelope.with(EvidenceEnvelope.POLICY_VERSION, policyVersion);
        }
        return parents.isEmpty() ? envelope : envelope.withParents(parents);
    }

    private static void expect(ReceiptType type, JsonObject receipt) {
        String found = receipt.string("type").orElse("no type");
        if (ReceiptType.of(found).filter(type::equals).isEmpty()) {
            throw new EvidenceRefused("WRONG_TYPE", "expected a " + type + ", found " + found);
        }
    }

    private static String lever(JsonObject receipt) {
        return receipt.string("lever")
                .orElseThrow(() -> new EvidenceRefused("LEVER_MISSING", "expected the name of a lever, found none"));
    }

    private static JsonValue value(JsonObject receipt, String name) {
        JsonValue value = receipt.get(name);
        if (value == null) {
            throw new EvidenceRefused("VALUE_MISSING", "expected " + name + ", found none");
        }
        return value;
    }
}
