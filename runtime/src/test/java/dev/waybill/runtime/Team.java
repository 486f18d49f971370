package dev.waybill.runtime;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.HandOverNode;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.HandOverPlan.Term;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;

/// Hands over to every one of its `workers` at once, each phase an event of its own.
record Team() implements HandOverNode {

    static final String TYPE = "sim.team";

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
                .map(worker -> HandOverPlan.of(worker, JsonObject.EMPTY, Term.CHAINED, Term.WAITS, Term.CANCELS)
                        .mapping(
                                HandOverPlan.mapping(config, "inputMapping"),
                                HandOverPlan.mapping(config, "outputMapping"))
                        .on(Term.FAILURE_FAILS, config.get("absorbs") != JsonBool.TRUE))
                .toList();
    }
}
