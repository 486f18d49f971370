package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// What an audit found: one verdict, and everything that a reader must know.
///
/// @param findings the listed ones, heaviest first
/// @param findingCounts how many there are of each code, listed or not
/// @param serious how many findings are more than a remark, listed or not
/// @param keysFromBundle whether the evidence vouches for itself
public record AuditReport(
        Verdict verdict,
        AuditCounts counts,
        List<Finding> findings,
        Map<String, Long> findingCounts,
        long serious,
        List<WorkflowReport> workflows,
        List<KeyUse> keys,
        boolean keysFromBundle,
        EvidenceGraph graph) {

    /// One sentence for people: "17 of 20 receipts valid, 2 findings".
    public String headline() {
        String receipts =
                counts.valid() + " of " + counts.total() + (counts.total() == 1 ? " receipt" : " receipts") + " valid";
        return receipts
                + (serious == 0 ? ", nothing missing" : ", " + serious + (serious == 1 ? " finding" : " findings"));
    }

    /// The report as data. It holds no clock and no path: the same evidence gives the same bytes.
    public JsonObject toJson() {
        var counted = JsonObject.builder();
        findingCounts.forEach(counted::put);
        return JsonObject.builder()
                .put("verdict", verdict.wire())
                .put("headline", headline())
                .put("findings", array(findings, Finding::toJson))
                .put("finding_counts", counted.build())
                .put("counts", counts.toJson())
                .put("workflows", array(workflows, WorkflowReport::toJson))
                .put("keys_from", keysFromBundle ? "bundle" : "caller")
                .put("keys", array(keys, KeyUse::toJson))
                .build();
    }

    private static <T> JsonArray array(List<T> items, Function<T, JsonValue> json) {
        List<JsonValue> values = new ArrayList<>();
        items.forEach(item -> values.add(json.apply(item)));
        return new JsonArray(values);
    }
}
