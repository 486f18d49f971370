package dev.waybill.view.run;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RemoteRun;
import dev.waybill.journal.RunId;
import org.jspecify.annotations.Nullable;

/// Who handed work to a run, one hop. A fork has a source and no parent.
///
/// @param parent null where nobody did
public record Ancestry(RunId run, @Nullable Parent parent) {

    private static final String DISPATCH = "core.dispatch";
    private static final String SUB_WORKFLOW = "core.subWorkflow";

    /// @param hostId null on this host
    /// @param cause the type of the node that handed over, or how work came from another host
    /// @param wellKnownUrl where the other host describes itself, and the next hop begins
    public record Parent(
            String runId,
            @Nullable String hostId,
            String cause,
            @Nullable String wellKnownUrl) {

        private JsonObject toJson(String here) {
            String host = hostId == null ? here : hostId;
            return JsonObject.of("runId", runId)
                    .with("hostId", host)
                    .with("cause", cause)
                    .withIfPresent("wellKnownUrl", host.equals(here) ? null : wellKnownUrl);
        }
    }

    public static Ancestry of(RunStates runs, RunState state) {
        RunId run = state.header().runId();
        return switch (state.header().origin()) {
            case Origin.Child child ->
                new Ancestry(
                        run,
                        new Parent(
                                child.parent().value(), null, cause(runs.state(child.parent()), child.nodeId()), null));
            case Origin.Remote(RemoteRun parent, Origin.Remote.Cause cause) ->
                new Ancestry(run, new Parent(parent.runId(), parent.hostId(), cause.wire(), parent.wellKnownUrl()));
            case Origin.Start _, Origin.Fork _ -> new Ancestry(run, null);
        };
    }

    private static String cause(RunState parent, String node) {
        return parent.workflow()
                .definition()
                .node(node)
                .filter(it -> it.typeId().equals(DISPATCH))
                .map(_ -> DISPATCH)
                .orElse(SUB_WORKFLOW);
    }

    /// @param here what this host is called
    public JsonObject toJson(String here) {
        JsonValue hop = parent == null ? JsonNull.NULL : parent.toJson(here);
        return JsonObject.of("runId", run.value()).with("hostId", here).with("parent", hop);
    }
}
