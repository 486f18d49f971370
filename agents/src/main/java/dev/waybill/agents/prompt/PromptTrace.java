package dev.waybill.agents.prompt;

import dev.waybill.agents.pack.PromptTemplate;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.InvocationFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a prompt of one kind was looked for. The first layer that names one wins; the layers behind it are on the
/// record all the same, so that a reader sees what was passed over.
public record PromptTrace(String kind, List<Candidate> candidates) {

    /// What one layer offers.
    ///
    /// @param source names a prompt, and never tells it; null when the layer has none
    /// @param ref null when the prompt stands in the layer itself
    public record Candidate(String layer, @Nullable String source, PromptTemplate.@Nullable Ref ref) {}

    public PromptTrace {
        candidates = List.copyOf(candidates);
    }

    public Optional<Candidate> applied() {
        return candidates.stream().filter(each -> each.source() != null).findFirst();
    }

    /// @param agentId null when the node names nobody
    public InvocationFact.PromptResolved fact(String nodeId, @Nullable String agentId) {
        return new InvocationFact.PromptResolved(nodeId, kind, agentId, chain(), resolved());
    }

    /// The same as the event's payload has it.
    JsonObject payload(String nodeId, @Nullable String agentId) {
        return JsonObject.of("nodeId", nodeId)
                .with("kind", kind)
                .withIfPresent("agentId", agentId)
                .with("chain", chain())
                .with("resolved", resolved());
    }

    private JsonValue resolved() {
        return applied()
                .<JsonValue>map(each -> new JsonString(String.valueOf(each.source())))
                .orElse(JsonNull.NULL);
    }

    private JsonArray chain() {
        List<JsonValue> chain = new ArrayList<>();
        Candidate winner = applied().orElse(null);
        for (Candidate each : candidates) {
            chain.add(JsonObject.of("layer", each.layer())
                    .withIfPresent("source", each.source())
                    .with("applied", each.equals(winner))
                    .withIfPresent("reason", reason(each, winner)));
        }
        return new JsonArray(chain);
    }

    private static @Nullable String reason(Candidate each, @Nullable Candidate winner) {
        if (each.source() == null) {
            return "not-set";
        }
        return winner == null || each.equals(winner) ? null : "superseded by " + winner.layer();
    }
}
