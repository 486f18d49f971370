package dev.waybill.agents.a2a;

import dev.waybill.agents.Outside;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.runtime.egress.EgressRefused;
import java.io.IOException;

/// A node that speaks with an agent elsewhere. What the agent refuses fails for good; what only went wrong on the way
/// may be tried again, with the same ids.
record A2aNode(String typeId, NodeManifest manifest, Outside outside, Work work) implements Activity {

    /// What a node does with the agent that its configuration names.
    interface Work {
        NodeResult with(A2aClient client, ActivityCall call, Carried carried) throws IOException, InterruptedException;
    }

    @Override
    public ActivityKind kind() {
        return ActivityKind.HTTP;
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        JsonObject config = call.node().config();
        try {
            RemoteAgent agent = RemoteAgent.of(outside, config.string("baseUrl").orElse(""));
            Carried carried = call.carried();
            return work.with(new A2aClient(outside, agent, carried), call, carried);
        } catch (A2aProblem problem) {
            return NodeResult.failed(problem.code(), String.valueOf(problem.getMessage()));
        } catch (EgressRefused refused) {
            return NodeResult.refused("egress_refused", String.valueOf(refused.getMessage()));
        } catch (IOException e) {
            return NodeResult.retryable(
                    "remote_unreachable",
                    "the agent cannot be reached: " + Refusals.of(e).message());
        }
    }
}
