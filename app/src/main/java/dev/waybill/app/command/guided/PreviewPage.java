package dev.waybill.app.command.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.guided.Preview;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// Steps as the agent will read them.
record PreviewPage(GuidedWorkflow workflow, List<Preview.Step> steps) {

    JsonObject toJson() {
        List<JsonValue> all = new ArrayList<>();
        steps.forEach(step -> all.add(step.toJson()));
        return JsonObject.of("workflowId", workflow.id())
                .with("version", workflow.version())
                .with("digest", workflow.digest().toString())
                .with("steps", new JsonArray(all));
    }

    void print(PrintStream out, Ansi ansi) {
        new SheetLines(out, ansi).title(workflow.id() + " " + workflow.version(), workflow.name());
        steps.forEach(step -> print(out, ansi, step));
    }

    private static void print(PrintStream out, Ansi ansi, Preview.Step step) {
        out.println();
        out.println(ansi.paint(Style.ACCENT, SafeText.of("== " + step.stepId() + ": " + step.title())));
        conditions(step).forEach(line -> out.println(ansi.paint(Style.DIM, SafeText.of(line))));
        out.println();
        step.prompt().strip().lines().forEach(line -> out.println(SafeText.of(line)));
    }

    private static List<String> conditions(Preview.Step step) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < step.loops().size(); i++) {
            lines.add("in loop " + step.loops().get(i) + ": " + step.repeats().get(i));
        }
        if (step.runsWhen() != null) {
            lines.add("only when " + step.runsWhen());
        }
        if (!step.confirmation().equals("never")) {
            lines.add("asks the user: " + step.confirmation());
        }
        return lines;
    }
}
