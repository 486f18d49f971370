package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.HandOverNode;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;

/// Hands over to every one of its `workers` at once, each phase an event of its own.
record Dispatching() implements HandOverNode {

    static final String TYPE = "test.dispatch";

    @Override
    public String typeId() {
        return TYPE;
    }

    @Override
    public List<String> workers(WorkflowNode node) {
        return node.config().array("workers").orElse(JsonArray.EMPTY).items().stream()
                .map(worker -> worker.asString().orElseThrow())
                .toList();
    }

    @Override
    public List<HandOverPlan> plan(NodeCall call) {
        JsonObject config = call.node().config();
        return workers(call.node()).stream()
                .map(worker -> new HandOverPlan(
                        worker,
                        HandOverPlan.mapping(config, "inputMapping"),
                        HandOverPlan.mapping(config, "outputMapping"),
                        JsonObject.EMPTY,
                        false,
                        true,
                        false,
                        config.get("waits") != JsonBool.FALSE,
                        config.get("absorbs") != JsonBool.TRUE,
                        config.get("cancels") != JsonBool.FALSE))
                .toList();
    }
}
