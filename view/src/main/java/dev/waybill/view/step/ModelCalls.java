package dev.waybill.view.step;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.state.Talk;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.AgentFact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The requests that a node made to its models: what was sent, what came back, what it used. The log keeps a request as
/// pieces of earlier ones, so all requests of the node are read and those of one execution are shown.
final class ModelCalls {

    private static final String REQUEST = "request";
    private static final String TOOLS = "tools";
    private static final String VERBATIM = "verbatim";

    private final boolean withheld;
    private final Map<Long, JsonObject> kept = new LinkedHashMap<>();
    private final List<Event> shown = new ArrayList<>();

    /// @param withheld whether the words are nobody's to see: the run handles something sensitive
    ModelCalls(boolean withheld) {
        this.withheld = withheld;
    }

    /// @param event of the node, in its order
    /// @param wanted whether it belongs to the execution that is looked at
    void take(Event event, boolean wanted) {
        event.hidden().object(Talk.EXCHANGE).ifPresent(exchange -> kept.put(event.sequence(), exchange));
        if (wanted && event.fact() instanceof AgentFact.ProviderUsage) {
            shown.add(event);
        }
    }

    JsonArray toJson() {
        List<JsonValue> calls = new ArrayList<>();
        shown.forEach(event -> calls.add(call(event, (AgentFact.ProviderUsage) event.fact())));
        return new JsonArray(calls);
    }

    private JsonObject call(Event event, AgentFact.ProviderUsage usage) {
        JsonObject json = JsonObject.of("sequence", event.sequence())
                .with("provider", usage.provider())
                .with("model", usage.model())
                .with("inputTokens", usage.inputTokens())
                .with("outputTokens", usage.outputTokens())
                .with("cacheHit", usage.cacheHit())
                .withIfPresent("costEstimateUsd", usage.costEstimateUsd());
        JsonObject exchange = kept.get(event.sequence());
        if (exchange == null) {
            return json;
        }
        if (withheld) {
            return json.with("withheld", true);
        }
        try {
            return words(json, Talk.whole(exchange, at -> Objects.requireNonNullElse(kept.get(at), JsonObject.EMPTY)));
        } catch (IllegalArgumentException e) {
            return json.with("unreadable", String.valueOf(e.getMessage()));
        }
    }

    private static JsonObject words(JsonObject json, Exchange exchange) {
        JsonObject request = exchange.settings().object(REQUEST).orElse(JsonObject.EMPTY);
        JsonObject settings = request.without(TOOLS);
        return json.with("key", exchange.key())
                .with("kind", exchange.kind())
                .withIfPresent("settings", settings.isEmpty() ? null : settings)
                .with(TOOLS, request.array(TOOLS).orElse(JsonArray.EMPTY))
                .with(
                        "messages",
                        new JsonArray(exchange.messages().stream()
                                .map(ModelCalls::said)
                                .toList()))
                .withIfPresent("answer", exchange.answer() == null ? null : said(exchange.answer()));
    }

    /// Without the bytes of its wire, which say the same once more and mean nothing to a reader.
    private static JsonValue said(JsonValue message) {
        return message instanceof JsonObject object ? object.without(VERBATIM) : message;
    }
}
