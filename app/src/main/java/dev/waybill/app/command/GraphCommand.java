package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.EvidenceGraph;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.view.draw.DotGraph;
import dev.waybill.view.draw.Graph;
import dev.waybill.view.draw.MermaidGraph;
import dev.waybill.view.draw.SvgGraph;
import dev.waybill.view.draw.TerminalGraph;
import dev.waybill.view.report.ReportGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// `waybill graph`: the steps and what they follow, drawn.
public final class GraphCommand extends ToldCommand {

    private final EvidenceArguments evidence = takes(new EvidenceArguments());
    private final Option<Boolean> dot = takes(Option.flag("--dot", "Write Graphviz."));
    private final Option<Boolean> mermaid = takes(Option.flag("--mermaid", "Write Mermaid, which GitHub renders."));
    private final Option<Boolean> svg = takes(Option.flag("--svg", "Write an SVG picture."));

    public GraphCommand(Environment environment) {
        super(environment, "Draw the graph of a workflow: in the terminal, or as dot, Mermaid or SVG.");
    }

    @Override
    public ExitCode call() throws IOException {
        if (Stream.of(dot, mermaid, svg).filter(Option::isGiven).count() > 1) {
            throw Failure.usage("expected one of --dot, --mermaid and --svg, found several", null);
        }
        AuditReport report =
                Audited.run(environment, evidence, common.terminal()).report();
        if (report.graph().size() == 0 && !report.findings().isEmpty()) {
            Finding first = report.findings().getFirst();
            throw new Failure(ExitCode.NO, first.code(), first.message(), first.next());
        }
        answer(json(report), out -> out.print(drawing(ReportGraph.of(report))));
        // A drawing is an answer whatever the verdict; 'waybill verify' judges.
        return ExitCode.of(report.graph().size() > 0);
    }

    private String drawing(Graph graph) {
        if (dot.isGiven()) {
            return DotGraph.render(graph);
        }
        if (mermaid.isGiven()) {
            return MermaidGraph.render(graph);
        }
        return svg.isGiven() ? SvgGraph.render(graph) : TerminalGraph.render(graph, common.terminal());
    }

    private static JsonObject json(AuditReport report) {
        List<JsonValue> steps = new ArrayList<>();
        report.graph().steps().forEach(step -> steps.add(step(step)));
        List<JsonValue> handovers = new ArrayList<>();
        report.graph()
                .handovers()
                .forEach(link -> handovers.add(JsonObject.of("from_workflow_id", link.callerWorkflowId())
                        .with("from_step_id", link.callerStepId())
                        .with("to_workflow_id", link.childWorkflowId())
                        .with("to_step_id", link.childStepId())));
        return JsonObject.of("steps", new JsonArray(steps)).with("handovers", new JsonArray(handovers));
    }

    private static JsonObject step(EvidenceGraph.Step step) {
        List<String> parents = step.parentStepIds();
        return JsonObject.builder()
                .put("workflow_id", step.workflowId())
                .put("step_id", step.stepId())
                .put("parent_step_ids", parents == null ? JsonNull.NULL : JsonArray.ofStrings(parents))
                .putIfPresent("node", step.node())
                .putIfPresent("tool_name", step.toolName())
                .putIfPresent(
                        "outcome",
                        step.outcome() == null ? null : step.outcome().wire())
                .putIfPresent("orchestrator_id", step.orchestratorId())
                .put("issuer", step.issuer())
                .put("issued_at", step.issuedAt())
                .put("receipt", step.ref())
                .build();
    }
}
