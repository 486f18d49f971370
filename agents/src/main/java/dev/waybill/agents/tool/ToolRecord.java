package dev.waybill.agents.tool;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.AgentFact.ToolStatus;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.AgentRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is on the record of one call of a tool: without secrets, and with the digest of what it was given.
///
/// @param inputs null where the record has their digest only
/// @param outcome what it gave; null when it gave nothing
/// @param error why it gave nothing
public record ToolRecord(
        String toolName,
        String callId,
        @Nullable JsonValue inputs,
        String argsHash,
        ToolTransport transport,
        ToolStatus status,
        @Nullable JsonValue outcome,
        @Nullable RunError error) {

    /// The digest of arguments.
    ///
    /// @param arguments without secrets
    public static String hash(JsonValue arguments) {
        return Digest.of(Jcs.canonicalBytes(arguments)).toString();
    }

    /// The call of a node that calls one tool and nothing else. What it is given and gives stays where the run keeps
    /// values; the record has the digest.
    public static ToolRecord ofNode(ActivityCall call, String tool, JsonObject arguments, ToolTransport transport) {
        NodeCall node = call.node();
        return new ToolRecord(
                tool,
                "%s:%d:%d".formatted(node.node().id(), node.ordinal(), node.attempt()),
                null,
                hash(call.withoutSecrets(arguments)),
                transport,
                ToolStatus.OK,
                null,
                null);
    }

    /// The same call, and what came of it.
    public ToolRecord ended(ToolStatus how, @Nullable JsonValue gave, @Nullable RunError why) {
        return new ToolRecord(toolName, callId, inputs, argsHash, transport, how, gave, why);
    }

    /// The same call on the record under another name.
    public ToolRecord called(String name) {
        return new ToolRecord(name, callId, inputs, argsHash, transport, status, outcome, error);
    }

    /// The same call, of which the record has the digest of what went in and nothing of what came out.
    public ToolRecord withoutContent() {
        return new ToolRecord(toolName, callId, null, argsHash, transport, status, null, error);
    }

    /// Who calls, where a node and no agent does.
    private static String caller(ActivityCall call) {
        AgentRef agent = call.node().node().agent();
        return agent == null ? "host:node:" + call.node().node().id() : agent.agentId();
    }

    /// Told at once by a node that calls one tool.
    public ToolRecord tellCall(ActivityCall call) {
        return tellCall(call, caller(call));
    }

    /// @param principal on whose behalf
    public ToolRecord tellCall(ActivityCall call, String principal) {
        call.report(new AgentFact.AgentToolCalled(
                call.node().node().id(), caller(call), toolName, callId, inputs, argsHash, principal, transport));
        return this;
    }

    /// @param cause the event on another host that led to it; null when nobody names one
    public void tellReturn(ActivityCall call, @Nullable HostEvent cause) {
        AgentFact fact = new AgentFact.AgentToolReturned(
                call.node().node().id(), caller(call), toolName, callId, outcome, error, status);
        if (cause == null) {
            call.report(fact);
        } else {
            call.report(fact, cause);
        }
    }

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
                .putIfPresent("inputs", inputs)
                .put("argsHash", argsHash)
                .put("transport", transport.name())
                .put("status", status.name())
                .putIfPresent("outcome", outcome)
                .putIfPresent("error", error == null ? null : error.toJson())
                .build();
    }

    public static ToolRecord of(JsonObject json) {
        return new ToolRecord(
                json.string("tool").orElseThrow(),
                json.string("callId").orElseThrow(),
                json.get("inputs"),
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
