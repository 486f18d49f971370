package dev.waybill.view.run;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import org.jspecify.annotations.Nullable;

/// Who handed work to a run, one hop. A fork has a source and no parent.
///
/// @param cause the type of the node that handed over
public record Ancestry(RunId run, @Nullable RunId parent, String cause) {

    private static final String DISPATCH = "core.dispatch";
    private static final String SUB_WORKFLOW = "core.subWorkflow";

    public static Ancestry of(RunStates runs, RunState state) {
        RunId run = state.header().runId();
        return state.header().origin() instanceof Origin.Child child
                ? new Ancestry(run, child.parent(), cause(runs.state(child.parent()), child.nodeId()))
                : new Ancestry(run, null, "");
    }

    private static String cause(RunState parent, String node) {
        return parent.workflow()
                .definition()
                .node(node)
                .filter(it -> it.typeId().equals(DISPATCH))
                .map(_ -> DISPATCH)
                .orElse(SUB_WORKFLOW);
    }

    public JsonObject toJson(String hostId) {
        JsonObject.Builder json = JsonObject.builder().put("runId", run.value()).put("hostId", hostId);
        return parent == null
                ? json.put("parent", JsonNull.NULL).build()
                : json.put(
                                "parent",
                                JsonObject.builder()
                                        .put("runId", parent.value())
                                        .put("hostId", hostId)
                                        .put("cause", cause)
                                        .build())
                        .build();
    }
}
