package dev.waybill.evidence.read.assay;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Fact;
import java.util.List;
import java.util.Locale;

/// What queries read from a receipt beyond its identity.
final class ReceiptFacts {

    private ReceiptFacts() {}

    static JsonObject of(JsonObject receipt, JsonObject adapted) {
        JsonObject.Builder facts = JsonObject.builder();
        put(facts, Fact.LEVER, receipt, List.of("lever"));
        put(facts, Fact.OLD_VALUE, receipt, List.of("old_value", "current_value"));
        put(facts, Fact.NEW_VALUE, receipt, List.of("new_value", "recommended_value", "reverted_to"));
        put(facts, Fact.APPLIED_AT, receipt, List.of("applied_at"));
        put(facts, Fact.OUTCOME, receipt, List.of("verdict", "action", "outcome", "decision"));
        state(facts, Fact.CHECKPOINT, receipt, "checkpoint");
        state(facts, Fact.FROM_STATE, receipt, "from_state");
        state(facts, Fact.TO_STATE, receipt, "to_state");
        JsonObject payload = receipt.object("payload").orElse(JsonObject.EMPTY);
        put(facts, Fact.TITLE, payload, List.of("title"));
        put(facts, Fact.COMMIT, payload, List.of("git_commit_sha", "commit_sha"));
        put(facts, Fact.COMMIT, adapted, List.of("sha"));
        put(facts, Fact.OUTCOME, adapted, List.of("guardian_decision", "bridge_status"));
        state(facts, Fact.TO_STATE, adapted, "terminal_state");
        return facts.build();
    }

    private static void put(JsonObject.Builder facts, String fact, JsonObject from, List<String> names) {
        for (String name : names) {
            JsonValue value = from.get(name);
            if (value != null && !value.equals(new JsonString(""))) {
                facts.put(fact, value);
                return;
            }
        }
    }

    /// States are compared in lower case, whoever wrote them.
    private static void state(JsonObject.Builder facts, String fact, JsonObject from, String name) {
        from.string(name)
                .filter(state -> !state.isEmpty())
                .ifPresent(state -> facts.put(fact, state.toLowerCase(Locale.ROOT)));
    }
}
