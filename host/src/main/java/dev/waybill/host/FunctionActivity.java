package dev.waybill.host;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import java.util.List;

/// A node type that is a function of the program's.
record FunctionActivity<I>(String typeId, Class<I> input, ActivityFunction<I> work) implements Activity {

    @Override
    public NodeResult execute(ActivityCall call) throws Exception {
        I given;
        try {
            given = Values.read(task(call.node()), input);
        } catch (IllegalArgumentException e) {
            return NodeResult.failed("input_unfit", "the input does not fit the activity: " + e.getMessage());
        }
        Object made = work.run(given, call);
        return made instanceof NodeResult result ? result : NodeResult.done(Values.outputs(made));
    }

    /// What a model is told that takes it for a tool.
    @Override
    public NodeManifest manifest() {
        return input.isRecord()
                ? new NodeManifest("", JsonObject.EMPTY, RecordSchema.inputs(input), JsonObject.EMPTY, List.of(), null)
                : NodeManifest.NONE;
    }

    /// The values of the node's ports, or the arguments of a tool; of a node without any, the run's variables.
    static JsonObject task(NodeCall node) {
        boolean given = !node.node().inputs().isEmpty() || !node.inputs().isEmpty();
        return given ? node.inputs() : node.variables();
    }
}
