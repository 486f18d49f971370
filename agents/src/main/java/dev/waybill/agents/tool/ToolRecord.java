package dev.waybill.agents.tool;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.AgentFact.ToolStatus;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.journal.event.RunError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is on the record of one call of a tool: without secrets, and with the digest of what it was given.
///
/// @param outcome what it gave; null when it gave nothing
/// @param error why it gave nothing
public record ToolRecord(
        String toolName,
        String callId,
        JsonValue inputs,
        String argsHash,
        ToolTransport transport,
        ToolStatus status,
        @Nullable JsonValue outcome,
        @Nullable RunError error) {

    /// The call, and what came of it.
    public List<ActivityFact> facts(String nodeId, String agentId) {
        return List.of(
                new AgentFact.AgentToolCalled(nodeId, agentId, toolName, callId, inputs, argsHash, agentId, transport),
                new AgentFact.AgentToolReturned(nodeId, agentId, toolName, callId, outcome, error, status));
    }

    /// For who goes on after a crash.
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("tool", toolName)
                .put("callId", callId)
                .put("inputs", inputs)
                .put("argsHash", argsHash)
                .put("transport", transport.name())
                .put("status", status.name())
                .putIfPresent("outcome", outcome)
                .putIfPresent("error", error == null ? null : error.toJson())
                .build();
    }

    public static ToolRecord of(JsonObject json) {
        JsonValue inputs = json.get("inputs");
        return new ToolRecord(
                json.string("tool").orElseThrow(),
                json.string("callId").orElseThrow(),
                inputs == null ? JsonObject.EMPTY : inputs,
                json.string("argsHash").orElseThrow(),
                ToolTransport.valueOf(json.string("transport").orElseThrow()),
                ToolStatus.valueOf(json.string("status").orElseThrow()),
                json.get("outcome"),
                json.object("error").map(ToolRecord::error).orElse(null));
    }

    private static RunError error(JsonObject json) {
        return new RunError(
                json.string("code").orElse("error"),
                json.string("message").orElse(""),
                json.object("details").orElse(JsonObject.EMPTY),
                json.get("retryable") == JsonBool.TRUE);
    }
}
