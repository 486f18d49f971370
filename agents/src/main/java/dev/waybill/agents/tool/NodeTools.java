package dev.waybill.agents.tool;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.node.Supervisor;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.workflow.NodeSettings;
import dev.waybill.workflow.RetryPolicy;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/// Node types as tools, `openwop:TYPE`: ours, and those of the user's jars. What a node could do in a graph, an agent
/// may do whose list allows it, with the node's own rules.
public final class NodeTools implements ToolSource {

    private static final String SCOPE = "openwop:";

    private final Supplier<NodeTypes> types;
    private final Set<String> without;

    /// @param without types that are no tools: agents that call themselves would never come to an end
    public NodeTools(Supplier<NodeTypes> types, Set<String> without) {
        this.types = types;
        this.without = new LinkedHashSet<>(without);
    }

    @Override
    public String name() {
        return "nodes";
    }

    @Override
    public List<ToolDescriptor> tools() {
        List<ToolDescriptor> tools = new ArrayList<>();
        types.get().all().forEach(type -> {
            if (type instanceof Activity activity
                    && !(activity instanceof Supervisor)
                    && !without.contains(activity.typeId())) {
                tools.add(describe(activity));
            }
        });
        return tools;
    }

    private static ToolDescriptor describe(Activity activity) {
        NodeManifest manifest = activity.manifest();
        return ToolDescriptor.of(
                SCOPE + activity.typeId(), manifest.description(), input(manifest), ToolTransport.NATIVE);
    }

    /// A model knows one set of arguments; a node has its configuration and its inputs.
    private static JsonObject input(NodeManifest manifest) {
        Map<String, JsonValue> properties = new LinkedHashMap<>();
        Set<String> required = new LinkedHashSet<>();
        for (JsonObject schema : List.of(manifest.config(), manifest.inputs())) {
            properties.putAll(
                    schema.object("properties").orElse(JsonObject.EMPTY).members());
            schema.array("required")
                    .orElse(JsonArray.EMPTY)
                    .forEach(name -> name.asString().ifPresent(required::add));
        }
        return JsonObject.builder()
                .put("type", "object")
                .put("properties", new JsonObject(properties))
                .put("required", JsonArray.ofStrings(List.copyOf(required)))
                .build();
    }

    @Override
    public ToolAnswer call(ToolCall call) throws Exception {
        Activity activity = (Activity) types.get().find(call.tool().name()).orElseThrow();
        Set<String> configured = activity.manifest()
                .config()
                .object("properties")
                .orElse(JsonObject.EMPTY)
                .names();
        Map<String, JsonValue> config = new LinkedHashMap<>();
        Map<String, JsonValue> inputs = new LinkedHashMap<>();
        call.arguments()
                .members()
                .forEach((name, value) -> (configured.contains(name) ? config : inputs).put(name, value));
        ActivityCall within = new Inner(call, node(call, activity, new JsonObject(config)), new JsonObject(inputs));
        return switch (activity.execute(within)) {
            case NodeResult.Done done -> new ToolAnswer.Given(done.outputs());
            case NodeResult.Failed failed -> new ToolAnswer.Failed(failed.error());
            default ->
                ToolAnswer.failed("tool_asks", "this tool has to wait for somebody, and a node inside an agent cannot");
        };
    }

    private static WorkflowNode node(ToolCall call, Activity activity, JsonObject config) {
        WorkflowNode around = call.within().node().node();
        return new WorkflowNode(
                around.id(),
                activity.typeId(),
                around.name(),
                config,
                new LinkedHashMap<>(),
                false,
                around.agent(),
                null,
                null,
                null,
                new LinkedHashSet<>(),
                new NodeSettings(OptionalLong.empty(), RetryPolicy.NONE, null));
    }
}
