package dev.waybill.app.command.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.guided.Preview;
import dev.waybill.view.text.Ansi;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.OutputContract;
import dev.waybill.workflow.guided.Reference;
import java.io.PrintStream;
import java.util.List;

/// What a guided workflow says about itself.
///
/// @param named how the user named it
/// @param source where it is from
record GuidedSheet(String named, String source, Checked.Guided checked) {

    JsonObject toJson() {
        GuidedWorkflow workflow = checked.workflow();
        return JsonObject.builder()
                .put("kind", DocumentKind.GUIDED.wire())
                .put("workflowId", workflow.id())
                .put("name", workflow.name())
                .put("description", workflow.description())
                .put("version", workflow.version())
                .put("source", source)
                .put("digest", workflow.digest().toString())
                .put("steps", JsonArray.ofStrings(stepIds()))
                .put("contracts", JsonArray.ofStrings(contracts()))
                .put("document", workflow.document())
                .put("warnings", CheckReport.json(checked.warnings()))
                .build();
    }

    void print(PrintStream out, Ansi ansi) {
        GuidedWorkflow workflow = checked.workflow();
        var lines = new SheetLines(out, ansi);
        lines.title(workflow.id() + " " + workflow.version(), workflow.name());
        lines.line("description", workflow.description());
        lines.line("about", workflow.about());
        lines.line("source", source);
        lines.line("digest", workflow.digest().toString());
        lines.lines("examples", workflow.examples());
        lines.lines("before", workflow.preconditions());
        lines.lines("asks", workflow.clarificationPrompts());
        lines.lines("rules", workflow.metaGuidance());
        lines.lines(
                "references",
                workflow.references().stream().map(Reference::title).toList());
        lines.lines("contracts", contracts());
        lines.lines("steps", stepIds());
        lines.lines(
                "warnings",
                checked.warnings().stream().map(DefinitionError::toString).toList());
        lines.line("next", "waybill workflow preview " + named + "   shows what the agent will read");
    }

    private List<String> stepIds() {
        return Preview.of(checked.workflow()).stream().map(Preview.Step::stepId).toList();
    }

    private List<String> contracts() {
        return checked.workflow().contracts().stream().map(OutputContract::ref).toList();
    }
}
