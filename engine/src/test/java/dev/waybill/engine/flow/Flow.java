package dev.waybill.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.PureNode;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import java.time.Instant;

/// One node, run by itself. Whatever it gives must be what its type's schema says.
final class Flow {

    private Flow() {}

    static JsonValue json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT);
    }

    static NodeType type(String typeId) {
        return FlowNodes.standard().find(typeId).orElseThrow();
    }

    static WorkflowNode node(String typeId, JsonObject config) {
        JsonObject document = JsonObject.builder()
                .put("id", "w")
                .put("name", "W")
                .put("version", "1.0.0")
                .put(
                        "nodes",
                        JsonArray.of(JsonObject.builder()
                                .put("id", "n")
                                .put("typeId", typeId)
                                .put("config", config)
                                .build()))
                .build();
        WorkflowDefinition definition = ((Read.Ok) DefinitionReader.read(document)).definition();
        return definition.nodes().getFirst();
    }

    static NodeCall call(String typeId, JsonObject config, JsonObject inputs) {
        return new NodeCall(
                node(typeId, config),
                1,
                1,
                inputs,
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                JsonArray.EMPTY,
                Instant.parse("2026-11-17T10:00:00Z"));
    }

    static NodeResult run(String typeId, String config, String inputs) {
        return run(
                typeId,
                json(config).asObject().orElseThrow(),
                json(inputs).asObject().orElseThrow());
    }

    static NodeResult run(String typeId, JsonObject config, JsonObject inputs) {
        NodeType type = type(typeId);
        NodeResult result = ((PureNode) type).run(call(typeId, config, inputs));
        if (result instanceof NodeResult.Done done) {
            assertThat(JsonSchema.compile(type.manifest().outputs())
                            .validate(done.outputs(), StepBudget.of(10_000_000)))
                    .isEmpty();
        }
        return result;
    }

    static NodeResult.Done done(String typeId, String config, String inputs) {
        return (NodeResult.Done) run(typeId, config, inputs);
    }

    static String output(String typeId, String config, String inputs, String name) {
        return String.valueOf(done(typeId, config, inputs).outputs().get(name)).replace('"', '\'');
    }
}
