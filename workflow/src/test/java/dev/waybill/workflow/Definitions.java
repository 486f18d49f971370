package dev.waybill.workflow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/// Builds documents the way an author would write them.
final class Definitions {

    private final List<JsonValue> nodes = new ArrayList<>();
    private final List<JsonValue> edges = new ArrayList<>();
    private JsonObject document = json("{'id':'w','name':'W','version':'1.0','triggers':[{'id':'m','type':'manual'}],"
            + "'variables':[],'metadata':{},'settings':{}}");

    static Definitions workflow() {
        return new Definitions();
    }

    /// JSON with single quotes, because Java's own quotes are in the way.
    static JsonObject json(String text) {
        return (JsonObject) value(text);
    }

    static JsonValue value(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT);
    }

    Definitions node(String id) {
        return node(id, "core.noop", "{}");
    }

    Definitions nodes(String... ids) {
        for (String id : ids) {
            node(id);
        }
        return this;
    }

    Definitions node(String id, String typeId, String inputs) {
        nodes.add(json("{'id':'%s','typeId':'%s','name':'N','position':{'x':0,'y':0},'config':{},'inputs':%s}"
                .formatted(id, typeId, inputs)));
        return this;
    }

    Definitions nodeWith(String id, String member, String value) {
        node(id);
        nodes.set(nodes.size() - 1, ((JsonObject) nodes.getLast()).with(member, value(value)));
        return this;
    }

    Definitions edge(String source, String target) {
        return edge(source, target, "{}");
    }

    /// An edge with more members.
    Definitions edge(String source, String target, String more) {
        JsonObject edge =
                json("{'id':'e%d','sourceNodeId':'%s','targetNodeId':'%s'}".formatted(edges.size(), source, target));
        for (var member : json(more).members().entrySet()) {
            edge = edge.with(member.getKey(), member.getValue());
        }
        edges.add(edge);
        return this;
    }

    Definitions with(String member, String value) {
        document = document.with(member, value(value));
        return this;
    }

    Definitions without(String member) {
        document = document.without(member);
        return this;
    }

    JsonObject document() {
        JsonObject whole = document;
        whole = whole.has("nodes") ? whole : whole.with("nodes", new JsonArray(nodes));
        return whole.has("edges") ? whole : whole.with("edges", new JsonArray(edges));
    }

    Read read() {
        return DefinitionReader.read(document());
    }

    WorkflowDefinition definition() {
        return switch (read()) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad(var errors) -> throw new AssertionError(errors);
        };
    }

    List<String> warnings() {
        return switch (read()) {
            case Read.Ok ok -> lines(ok.warnings());
            case Read.Bad(var errors) -> throw new AssertionError(errors);
        };
    }

    /// Errors as `code pointer`; none when the definition is good.
    List<String> errors() {
        return switch (read()) {
            case Read.Ok _ -> List.of();
            case Read.Bad(var errors) -> lines(errors);
        };
    }

    private static List<String> lines(List<DefinitionError> findings) {
        return findings.stream()
                .map(finding -> finding.code() + " " + finding.pointer())
                .toList();
    }

    CompiledWorkflow compiled() {
        return CompiledWorkflow.of(definition());
    }
}
