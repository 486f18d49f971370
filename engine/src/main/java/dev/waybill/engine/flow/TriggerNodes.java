package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeType;
import dev.waybill.journal.event.Times;
import dev.waybill.workflow.TriggerType;
import dev.waybill.workflow.trigger.StartTrigger;
import dev.waybill.workflow.trigger.TriggerConfig;
import java.util.List;
import java.util.function.Function;

/// The first nodes of graphs that something starts: they hand on what fired, as it was recorded with the run's
/// inputs. The node of a trigger that did not fire leaves by `idle`, where no edge waits.
public final class TriggerNodes {

    private static final String IDLE = "idle";
    private static final String NODE = "nodeId";

    private TriggerNodes() {}

    static List<NodeType> all() {
        return List.of(
                node(TriggerType.MANUAL, TriggerNodes::manual),
                node(TriggerType.SCHEDULE, TriggerNodes::schedule),
                node(TriggerType.WEBHOOK, TriggerNodes::webhook),
                node(TriggerType.ERROR, TriggerNodes::error));
    }

    private static NodeType node(TriggerType type, Function<NodeCall, JsonObject> data) {
        String name = type.wire();
        return FlowNode.of("core.trigger." + name, "trigger-" + name, call -> run(type, call, data))
                .leavingBy(_ -> List.of(IDLE))
                .checkedBy(config -> TriggerConfig.problems(type, config));
    }

    private static NodeResult run(TriggerType type, NodeCall call, Function<NodeCall, JsonObject> data) {
        JsonObject fired = fired(call);
        boolean meant = fired.has(NODE)
                ? fired.string(NODE).filter(call.node().id()::equals).isPresent()
                : fired.string("type").orElse(type.wire()).equals(type.wire());
        return meant
                ? NodeResult.done(data.apply(call))
                : new NodeResult.Done(JsonObject.EMPTY, IDLE, List.of(), List.of());
    }

    /// Nothing in a run that somebody started by hand.
    private static JsonObject fired(NodeCall call) {
        return call.variables().object(StartTrigger.INPUT).orElse(JsonObject.EMPTY);
    }

    private static JsonObject manual(NodeCall call) {
        return JsonObject.EMPTY.with("payload", call.variables());
    }

    private static JsonObject schedule(NodeCall call) {
        JsonObject config = call.config();
        JsonObject told = only(call, "firedAt", "scheduledFor", "cron", "timezone", "isCatchUp");
        return told.isEmpty()
                ? JsonObject.builder()
                        .put("firedAt", Times.format(call.at()))
                        .put("cron", config.string("cron").orElse(""))
                        .put("timezone", config.string("timezone").orElse("UTC"))
                        .build()
                : told;
    }

    private static JsonObject webhook(NodeCall call) {
        JsonObject told = only(call, "method", "headers", "query", "body", "remoteAddr", "receivedAt");
        return told.isEmpty()
                ? JsonObject.builder()
                        .put("method", "POST")
                        .put("headers", JsonObject.EMPTY)
                        .put("body", call.variables())
                        .build()
                : told;
    }

    private static JsonObject error(NodeCall call) {
        JsonObject told = only(call, "failedRunId", "workflowId", "failedNodeId", "errorEnvelope");
        return told.isEmpty() ? JsonObject.EMPTY.with("failedRunId", new JsonString("")) : told;
    }

    private static JsonObject only(NodeCall call, String... names) {
        JsonObject fired = fired(call);
        JsonObject told = JsonObject.EMPTY;
        for (String name : names) {
            JsonValue value = fired.get(name);
            told = value == null ? told : told.with(name, value);
        }
        return told;
    }
}
