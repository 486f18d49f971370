package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.event.RunError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The ecosystem's types that this room knows, besides the core.
public final class FlowNodes {

    private FlowNodes() {}

    /// The core types and these.
    public static NodeTypes standard() {
        return NodeTypes.core().with(all());
    }

    public static List<NodeType> all() {
        List<NodeType> all = new ArrayList<>();
        all.add(deciding("core.flow.if", "if", Branching::either).checkedBy(Branching::problems));
        all.add(deciding("core.flow.switch", "switch", Branching::lookUp));
        all.add(deciding("core.flow.router", "router", Branching::route).checkedBy(Branching::routeProblems));
        all.add(flow("filter", Branching::filter).checkedBy(Branching::problems));
        all.add(flow("merge", Merging::merge).checkedBy(Merging::problems));
        all.add(flow("iterator", Lists::iterate));
        all.add(flow("aggregate-array", Aggregation::array));
        all.add(flow("aggregate-numeric", Aggregation::numeric));
        all.add(flow("aggregate-text", Aggregation::text));
        all.add(flow("aggregate-table", Aggregation::table));
        all.add(flow("split-in-batches", Lists::batch));
        all.add(flow("sort", Lists::sort));
        all.add(flow("limit", Lists::limit));
        all.add(flow("distinct", Lists::distinct));
        all.add(flow("compare-datasets", Lists::compare));
        all.add(flow("repeater", Lists::repeat));
        all.add(flow("noop", Lists::pass));
        all.add(flow("stop-and-error", FlowNodes::stop));
        all.add(new WaitNode());
        all.add(deciding("core.conditional", "if", Branching::either).checkedBy(Branching::problems));
        all.add(FlowNode.of("core.loop", "iterator", Lists::iterate));
        all.add(deciding("core.parallel", "router", Branching::route).checkedBy(Branching::routeProblems));
        all.add(new ApprovalRequest());
        all.add(new AskUser());
        all.add(new FormRequest());
        all.addAll(TriggerNodes.all());
        return all;
    }

    private static FlowNode flow(String name, Function<NodeCall, NodeResult> work) {
        return FlowNode.of("core.flow." + name, name, work);
    }

    private static FlowNode deciding(String typeId, String sheet, Function<NodeCall, NodeResult> work) {
        return FlowNode.of(typeId, sheet, work).leavingBy(Branching::labels);
    }

    private static NodeResult stop(NodeCall call) {
        JsonObject config = call.config();
        return new NodeResult.Failed(new RunError(
                config.string("code").filter(code -> !code.isEmpty()).orElse("WORKFLOW_STOPPED"),
                config.string("message").orElse("the workflow was told to stop"),
                config.object("details").orElse(JsonObject.EMPTY),
                false));
    }
}
