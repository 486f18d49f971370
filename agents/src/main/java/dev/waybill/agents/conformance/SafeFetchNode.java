package dev.waybill.agents.conformance;

import dev.waybill.agents.http.CodeFetch;
import dev.waybill.agents.tool.ToolRecord;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.AgentFact.ToolStatus;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.journal.event.RunError;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRefused;
import dev.waybill.runtime.egress.EgressRules;
import java.io.IOException;
import java.net.URI;

/// `core.conformance.safefetch-probe`: one request as the code of packs makes it, on the record whether it was sent or
/// refused. OpenWOP reserves the type. Private addresses stay closed here whatever the operator allows elsewhere: a
/// test on a developer's machine has to find the guard as everybody else does.
public final class SafeFetchNode implements Activity {

    public static final String TYPE = "core.conformance.safefetch-probe";

    static final String REASON = "reason";

    private final Egress egress;
    private final CodeFetch fetch;

    public SafeFetchNode(Egress egress) {
        this.egress = egress.under(new EgressRules(egress.rules().allowed(), false));
        this.fetch = new CodeFetch(this.egress);
    }

    @Override
    public String typeId() {
        return TYPE;
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Fetches an address as the code of packs does. For tests of what this host does not connect to.",
                  "config": {
                    "properties": {
                      "simulateRebindTo": {"type": "string", "description": "As if the name led to this address by the time of the connection."}
                    },
                    "additionalProperties": false
                  },
                  "inputs": {
                    "required": ["url"],
                    "properties": {
                      "url": {"type": "string"},
                      "method": {"type": "string"},
                      "headers": {"type": "object"}
                    }
                  },
                  "outputs": {"properties": {"result": {"type": "object", "description": "The status of the answer."}}},
                  "example": {
                    "id": "fetch-probe", "name": "Fetch probe", "version": "1.0.0",
                    "variables": [{"name": "url", "type": "string"}],
                    "nodes": [{"id": "probe", "typeId": "core.conformance.safefetch-probe",
                               "inputs": {"url": {"type": "variable", "variableName": "url"}}}]
                  }
                }""");
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        JsonObject inputs = call.node().inputs();
        JsonObject asked = JsonObject.of("url", inputs.string("url").orElse(""))
                .with("method", inputs.string("method").orElse("GET"))
                .with("headers", inputs.object("headers").orElse(JsonObject.EMPTY));
        ToolRecord told = ToolRecord.ofNode(call, "http.safeFetch", asked, ToolTransport.HTTP)
                .tellCall(call);
        try {
            rebind(call.node().config().string("simulateRebindTo").orElse(""));
            JsonObject answer = fetch.fetch(asked, call);
            told.ended(ToolStatus.OK, null, null).tellReturn(call, null);
            return NodeResult.done(
                    JsonObject.of("result", JsonObject.EMPTY.withIfPresent("status", answer.get("status"))));
        } catch (CodeFetch.Upgrade e) {
            return denied(told, call, "upgrade-refused", e);
        } catch (EgressRefused | CodeFetch.NoAddress e) {
            return denied(told, call, "ssrf-blocked", e);
        } catch (IOException e) {
            RunError error = RunError.of("upstream_unavailable", String.valueOf(e.getMessage()));
            told.ended(ToolStatus.ERROR, null, error).tellReturn(call, null);
            return new NodeResult.Failed(error);
        }
    }

    /// The guard judges the address that a connection goes to, whatever the name said before.
    private void rebind(String address) throws IOException {
        if (!address.isEmpty()) {
            egress.check(URI.create("http://" + (address.contains(":") ? "[" + address + "]" : address) + "/"));
        }
    }

    private static NodeResult denied(ToolRecord told, ActivityCall call, String reason, IOException why) {
        RunError error =
                RunError.of("egress_denied", String.valueOf(why.getMessage())).with(REASON, reason);
        told.ended(ToolStatus.FORBIDDEN, null, error).tellReturn(call, null);
        return new NodeResult.Failed(error);
    }
}
