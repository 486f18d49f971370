package dev.waybill.agents.mcp;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.RemoteRun;
import dev.waybill.journal.event.AgentFact.AgentToolCalled;
import dev.waybill.journal.event.AgentFact.AgentToolReturned;
import dev.waybill.journal.event.AgentFact.ToolStatus;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.AgentRef;
import org.jspecify.annotations.Nullable;

/// What the log keeps of one call: that it was made, with the digest of its arguments, and how it ended. What it was
/// given and gave stays where the run keeps values.
record ToolRecord(ActivityCall call, String agent, String tool, String id) {

    static ToolRecord called(ActivityCall call, String tool, JsonObject arguments) {
        AgentRef agent = call.node().node().agent();
        String node = call.node().node().id();
        ToolRecord told = new ToolRecord(
                call,
                agent == null ? "host:node:" + node : agent.agentId(),
                tool,
                "%s:%d:%d".formatted(node, call.node().ordinal(), call.node().attempt()));
        call.report(new AgentToolCalled(
                node, told.agent, tool, told.id, null, hash(call.withoutSecrets(arguments)), null, ToolTransport.MCP));
        return told;
    }

    private static String hash(JsonValue arguments) {
        return Digest.of(Jcs.canonicalBytes(arguments)).toString();
    }

    /// @param by the run on another host that did it; null when nobody says
    void returned(ToolStatus status, @Nullable RunError error, @Nullable RemoteRun by) {
        AgentToolReturned fact = new AgentToolReturned(call.node().node().id(), agent, tool, id, null, error, status);
        HostEvent cause = by == null ? null : by.event(null).orElse(null);
        if (cause == null) {
            call.report(fact);
        } else {
            call.report(fact, cause);
        }
    }
}
