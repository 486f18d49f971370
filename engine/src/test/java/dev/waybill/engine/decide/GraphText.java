package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import java.util.ArrayList;
import java.util.List;

/// A graph, written down in a few words.
final class GraphText {

    private final List<String> nodes = new ArrayList<>();
    private final List<String> edges = new ArrayList<>();
    private String variables = "";
    private String channels = "";
    private String settings = "'timeout':0";

    static GraphText graph() {
        return new GraphText();
    }

    /// Nodes that do nothing.
    GraphText noops(String... ids) {
        for (String id : ids) {
            node(id, "core.noop");
        }
        return this;
    }

    /// Nodes whose work is done outside.
    GraphText works(String... ids) {
        for (String id : ids) {
            node(id, History.WORK);
        }
        return this;
    }

    GraphText node(String id, String type) {
        return node(id, type, "");
    }

    GraphText node(String id, String type, String config) {
        return node(id, type, config, "", "");
    }

    /// @param more other members of the node, each with a comma before it
    GraphText node(String id, String type, String config, String inputs, String more) {
        nodes.add("{'id':'%s','typeId':'%s','name':'%s','position':{'x':0,'y':0},'config':{%s},'inputs':{%s}%s}"
                .formatted(id, type, id, config, inputs, more));
        return this;
    }

    GraphText edge(String from, String to) {
        return edge(from, to, "");
    }

    /// @param more other members of the edge, each with a comma before it
    GraphText edge(String from, String to, String more) {
        edges.add("{'id':'%s-%s-%d','sourceNodeId':'%s','targetNodeId':'%s'%s}"
                .formatted(from, to, edges.size(), from, to, more));
        return this;
    }

    GraphText edges(String from, List<String> to, String more) {
        to.forEach(target -> edge(from, target, more));
        return this;
    }

    static String when(String expression) {
        return ",'condition':{'expression':'" + expression + "'}";
    }

    static String rule(String rule) {
        return ",'triggerRule':'" + rule + "'";
    }

    GraphText variables(String text) {
        variables = text;
        return this;
    }

    GraphText channels(String text) {
        channels = text;
        return this;
    }

    GraphText settings(String text) {
        settings = text;
        return this;
    }

    CompiledWorkflow compile() {
        String text =
                "{'id':'w','name':'w','version':'1','nodes':[%s],'edges':[%s],'triggers':[],'variables':[%s],'channels':{%s},'metadata':{},'settings':{%s}}"
                        .formatted(String.join(",", nodes), String.join(",", edges), variables, channels, settings);
        return switch (DefinitionReader.read(JsonReader.readObject(
                text.replace('\'', '"').getBytes(java.nio.charset.StandardCharsets.UTF_8), JsonLimits.DOCUMENT))) {
            case Read.Ok ok -> CompiledWorkflow.of(ok.definition());
            case Read.Bad bad -> throw new AssertionError(bad.errors().toString());
        };
    }
}
