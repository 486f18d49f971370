package dev.waybill.app.command;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.app.draw.DotGraph;
import dev.waybill.app.draw.Graph;
import dev.waybill.app.draw.MermaidGraph;
import dev.waybill.app.draw.SvgGraph;
import dev.waybill.app.draw.TerminalGraph;
import dev.waybill.app.report.ReportGraph;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.EvidenceGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill graph`: the steps and what they follow, drawn.
@Command(description = "Draw the graph of a workflow: in the terminal, or as dot, Mermaid or SVG.")
public final class GraphCommand implements Callable<ExitCode> {

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Mixin
    EvidenceArguments evidence = new EvidenceArguments();

    @ArgGroup
    @Nullable
    Format format;

    /// At most one of these; without one, the terminal.
    static final class Format {
        @Option(names = "--dot", description = "Write Graphviz.")
        boolean dot;

        @Option(names = "--mermaid", description = "Write Mermaid, which GitHub renders.")
        boolean mermaid;

        @Option(names = "--svg", description = "Write an SVG picture.")
        boolean svg;
    }

    public GraphCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() throws IOException {
        AuditReport report =
                Audited.run(environment, evidence, common.terminal()).report();
        new Output(environment, common.json()).answer(json(report), out -> out.print(drawing(ReportGraph.of(report))));
        // A drawing is an answer whatever the verdict; 'waybill verify' judges.
        return ExitCode.of(report.graph().size() > 0);
    }

    private String drawing(Graph graph) {
        if (format == null) {
            return TerminalGraph.render(graph, common.terminal());
        }
        return format.dot
                ? DotGraph.render(graph)
                : format.mermaid ? MermaidGraph.render(graph) : SvgGraph.render(graph);
    }

    private static JsonObject json(AuditReport report) {
        List<JsonValue> steps = new ArrayList<>();
        report.graph().steps().forEach(step -> steps.add(step(step)));
        List<JsonValue> handovers = new ArrayList<>();
        report.graph()
                .handovers()
                .forEach(link -> handovers.add(JsonObject.builder()
                        .put("from_workflow_id", link.callerWorkflowId())
                        .put("from_step_id", link.callerStepId())
                        .put("to_workflow_id", link.childWorkflowId())
                        .put("to_step_id", link.childStepId())
                        .build()));
        return JsonObject.builder()
                .put("steps", new JsonArray(steps))
                .put("handovers", new JsonArray(handovers))
                .build();
    }

    private static JsonObject step(EvidenceGraph.Step step) {
        List<String> parents = step.parentStepIds();
        return JsonObject.builder()
                .put("workflow_id", step.workflowId())
                .put("step_id", step.stepId())
                .put("parent_step_ids", parents == null ? JsonNull.NULL : JsonArray.ofStrings(parents))
                .putIfPresent("tool_name", step.toolName())
                .putIfPresent("orchestrator_id", step.orchestratorId())
                .put("issuer", step.issuer())
                .put("issued_at", step.issuedAt())
                .put("receipt", step.ref())
                .build();
    }
}
