package dev.waybill.runtime;

import dev.waybill.base.Recent;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ArtifactDraft;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeResult.Write;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.EventTypes;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.memory.Redaction;
import java.util.LinkedHashMap;
import java.util.Map;

/// The secrets of the operator that this process has looked up. Activities send them without their workflows knowing
/// them, so they are taken out of everything that an activity brings back, whoever echoed them.
public final class ResolvedSecrets {

    private static final int REMEMBERED = 1_000;
    private static final String NAME = "secret";

    private static final Map<String, String> VALUES = new Recent<>(REMEMBERED);
    private static volatile Redaction redaction = Redaction.NONE;

    private ResolvedSecrets() {}

    /// @param reference what was looked up
    /// @param value what lay there; the same text where that was no reference
    /// @return the value
    public static String learned(String reference, String value) {
        if (!value.equals(reference)) {
            synchronized (VALUES) {
                if (VALUES.put(value, NAME) == null) {
                    redaction = new Redaction(VALUES);
                }
            }
        }
        return value;
    }

    /// All of them, by value, each with the name that takes its place.
    static Map<String, String> all() {
        synchronized (VALUES) {
            return new LinkedHashMap<>(VALUES);
        }
    }

    static String without(String text) {
        return redaction.of(text);
    }

    static JsonValue without(JsonValue value) {
        return redaction == Redaction.NONE ? value : redaction.of(value);
    }

    static JsonObject without(JsonObject value) {
        return (JsonObject) without((JsonValue) value);
    }

    static RunError without(RunError error) {
        return redaction == Redaction.NONE ? error : RunError.ofJson(without(error.toJson()));
    }

    static ActivityFact without(ActivityFact fact) {
        JsonValue payload = fact.payload();
        JsonValue clean = without(payload);
        return clean.equals(payload) ? fact : (ActivityFact) EventTypes.read(fact.type(), fact.nodeId(), clean);
    }

    static NodeResult without(NodeResult result) {
        return switch (result) {
            case NodeResult.Done(var outputs, var port, var writes, var branches) ->
                new NodeResult.Done(
                        without(outputs),
                        port,
                        writes.stream().map(ResolvedSecrets::without).toList(),
                        branches);
            case NodeResult.Failed(var error) -> new NodeResult.Failed(without(error));
            // A question and a plan are the words of an agent, who was told no secret.
            case NodeResult.Ask _, NodeResult.HandOver _ -> result;
        };
    }

    private static Write without(Write write) {
        return switch (write) {
            case Write.ToVariable(var name, var value) -> new Write.ToVariable(name, without(value));
            case Write.ToChannel(var channel, var value) -> new Write.ToChannel(channel, without(value));
            case Write.ToArtifact(var draft) ->
                new Write.ToArtifact(new ArtifactDraft(
                        draft.id(),
                        draft.type(),
                        draft.contentType(),
                        draft.name(),
                        without(draft.content()),
                        draft.base64()));
        };
    }
}
