package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// What an audit found: one verdict, whether the set is complete, and everything that a reader must know.
///
/// @param completeness whether this is all that there is; a result of its own beside the verdict
/// @param findings the listed ones, heaviest first
/// @param findingCounts how many there are of each code, listed or not
/// @param serious how many findings are more than a remark, listed or not
/// @param keysFromBundle whether the evidence vouches for itself
/// @param anchoring what the holder of the key could still change alone
public record AuditReport(
        Verdict verdict,
        Completeness completeness,
        AuditCounts counts,
        List<Finding> findings,
        Map<String, Long> findingCounts,
        long serious,
        List<WorkflowReport> workflows,
        List<KeyUse> keys,
        boolean keysFromBundle,
        Anchoring anchoring,
        EvidenceGraph graph) {

    /// One sentence for people: "17 of 17 receipts valid, complete". Of what is broken nobody asks whether it is all.
    public String headline() {
        String receipts =
                counts.valid() + " of " + counts.total() + (counts.total() == 1 ? " receipt" : " receipts") + " valid";
        String found = serious == 0 ? "" : ", " + serious + (serious == 1 ? " finding" : " findings");
        return receipts + found + (verdict == Verdict.BROKEN ? "" : ", " + completeness.sentence());
    }

    /// The report as data. It holds no clock and no path: the same evidence gives the same bytes.
    public JsonObject toJson() {
        var counted = JsonObject.builder();
        findingCounts.forEach(counted::put);
        return JsonObject.builder()
                .put("verdict", verdict.wire())
                .put("headline", headline())
                .put("completeness", completeness.toJson())
                .put("findings", array(findings, Finding::toJson))
                .put("finding_counts", counted.build())
                .put("counts", counts.toJson())
                .put("workflows", array(workflows, WorkflowReport::toJson))
                .put("keys_from", keysFromBundle ? "bundle" : "caller")
                .put("keys", array(keys, KeyUse::toJson))
                .put("anchoring", anchoring.toJson())
                .build();
    }

    private static <T> JsonArray array(List<T> items, Function<T, JsonValue> json) {
        List<JsonValue> values = new ArrayList<>();
        items.forEach(item -> values.add(json.apply(item)));
        return new JsonArray(values);
    }
}
