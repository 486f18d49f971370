package dev.waybill.app.command.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.view.text.Ansi;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.io.PrintStream;
import java.util.List;

/// What a graph says about itself.
///
/// @param source where it is from
record GraphSheet(String source, Checked.Graph checked) {

    JsonObject toJson() {
        WorkflowDefinition definition = checked.definition();
        return JsonObject.builder()
                .put("kind", DocumentKind.GRAPH.wire())
                .put("workflowId", definition.id())
                .put("name", definition.name())
                .putIfPresent("description", definition.description().orElse(null))
                .put("version", definition.version())
                .put("source", source)
                .put("digest", definition.digest().toString())
                .put("nodes", JsonArray.ofStrings(ids()))
                .put("document", definition.toJson())
                .put("warnings", CheckReport.json(checked.warnings()))
                .build();
    }

    void print(PrintStream out, Ansi ansi) {
        WorkflowDefinition definition = checked.definition();
        var lines = new SheetLines(out, ansi);
        lines.title(definition.id() + " " + definition.version(), definition.name());
        lines.line("description", definition.description().orElse(null));
        lines.line("source", source);
        lines.line("digest", definition.digest().toString());
        lines.lines(
                "nodes",
                definition.nodes().stream()
                        .map(node -> node.id() + " (" + node.typeId() + ")")
                        .toList());
        lines.lines(
                "warnings",
                checked.warnings().stream().map(DefinitionError::toString).toList());
        lines.line("next", "waybill run " + source);
    }

    private List<String> ids() {
        return checked.definition().nodes().stream().map(WorkflowNode::id).toList();
    }
}
