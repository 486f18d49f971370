package dev.waybill.view.report;

import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.EvidenceGraph;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.view.draw.Graph;
import dev.waybill.view.draw.Mark;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The steps of an audited set as a graph to draw, with the findings as marks.
public final class ReportGraph {

    /// More steps than this are drawn by nobody; the drawing says how many there are.
    private static final int MOST_STEPS = 50_000;

    private static final int TAIL = 6;

    private final AuditReport report;
    private final Map<String, Mark> marks = new HashMap<>();
    private final Graph.Builder graph = Graph.builder();

    private ReportGraph(AuditReport report) {
        this.report = report;
        report.findings().forEach(this::mark);
    }

    public static Graph of(AuditReport report) {
        return new ReportGraph(report).build();
    }

    private void mark(Finding finding) {
        String receipt = finding.receipt();
        Mark mark = finding.severity() == Severity.ERROR ? Mark.ERROR : Mark.WARNING;
        if (receipt != null && finding.severity() != Severity.INFO) {
            marks.merge(receipt, mark, (a, b) -> a == Mark.ERROR ? a : b);
        }
    }

    private Graph build() {
        report.workflows().forEach(workflow -> graph.cluster(workflow.workflowId(), workflow.workflowId()));
        int drawn = 0;
        for (EvidenceGraph.Step step : report.graph().steps()) {
            if (drawn++ == MOST_STEPS) {
                break;
            }
            add(step);
        }
        report.graph()
                .handovers()
                .forEach(link -> graph.edge(
                        id(link.callerWorkflowId(), link.callerStepId()),
                        id(link.childWorkflowId(), link.childStepId()),
                        Graph.Kind.HANDOVER));
        return graph.build();
    }

    private void add(EvidenceGraph.Step step) {
        List<String> parents = step.parentStepIds();
        String id = id(step.workflowId(), step.stepId());
        Mark otherwise = parents == null ? Mark.REDACTED : Mark.OK;
        graph.node(new Graph.Node(
                id,
                step.workflowId(),
                label(step),
                detail(step),
                step.issuedAt(),
                marks.getOrDefault(step.ref(), otherwise)));
        if (parents != null) {
            parents.forEach(parent -> graph.edge(id(step.workflowId(), parent), id, Graph.Kind.PARENT));
        }
    }

    private static String id(String workflow, String step) {
        return workflow + "/" + step;
    }

    /// What a reader calls a step.
    static String label(EvidenceGraph.Step step) {
        String tool = step.toolName();
        return tool == null || tool.isEmpty() ? shortened(step.stepId()) : tool;
    }

    private static String detail(EvidenceGraph.Step step) {
        String tool = step.toolName();
        String agent = step.orchestratorId();
        String id = tool == null || tool.isEmpty() ? "" : shortened(step.stepId());
        return join(id, agent);
    }

    private static String join(String first, @Nullable String second) {
        if (second == null) {
            return first;
        }
        return first.isEmpty() ? second : first + " · " + second;
    }

    /// The end of an id tells more than its beginning, which is a time.
    static String shortened(String id) {
        int underscore = id.indexOf('_');
        return id.length() <= 16 ? id : id.substring(0, underscore + 1) + "…" + id.substring(id.length() - TAIL);
    }
}
