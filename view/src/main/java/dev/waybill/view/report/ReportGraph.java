package dev.waybill.view.report;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.StepOutcome;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.EvidenceGraph;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.view.draw.Graph;
import dev.waybill.view.draw.Mark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The steps of an audited set as a graph to draw, with the findings as marks.
public final class ReportGraph {

    /// More steps than this are drawn by nobody; the drawing says how many there are.
    private static final int MOST_STEPS = 50_000;

    private static final int MOST_SHOWN = 5_000;

    private static final int LISTED_FAILURES = 5;

    private static final int TAIL = 6;

    private final AuditReport report;
    private final Map<String, Mark> marks;
    private final Graph.Builder graph = Graph.builder();

    private ReportGraph(AuditReport report) {
        this.report = report;
        this.marks = marks(report);
    }

    public static Graph of(AuditReport report) {
        return new ReportGraph(report).build();
    }

    /// The graph for a page: steps in their order, each with the places of those it follows. A page draws the first
    /// thousands and says how many there are.
    public static JsonObject json(AuditReport report) {
        Graph graph = of(report);
        Map<String, Integer> places = new HashMap<>();
        List<Graph.Node> drawn = graph.nodes().stream().limit(MOST_SHOWN).toList();
        drawn.forEach(node -> places.put(node.id(), places.size()));
        Map<String, List<JsonValue>> follows = new HashMap<>();
        graph.edges().stream()
                .filter(edge -> places.containsKey(edge.from()) && places.containsKey(edge.to()))
                .forEach(edge -> follows.computeIfAbsent(edge.to(), _ -> new ArrayList<>())
                        .add(JsonNumber.of(places.getOrDefault(edge.from(), 0))));
        List<JsonValue> steps = new ArrayList<>();
        for (Graph.Node node : drawn) {
            steps.add(JsonObject.of("label", node.label())
                    .with("detail", node.detail())
                    .with("workflow_id", node.cluster())
                    .with("mark", node.mark().word())
                    .with("follows", new JsonArray(follows.getOrDefault(node.id(), List.of()))));
        }
        return JsonObject.of("steps", new JsonArray(steps))
                .with("total", graph.nodes().size());
    }

    /// What the findings say about single receipts.
    static Map<String, Mark> marks(AuditReport report) {
        Map<String, Mark> marks = new HashMap<>();
        for (Finding finding : report.findings()) {
            String receipt = finding.receipt();
            if (receipt != null && finding.severity() != Severity.INFO) {
                marks.merge(receipt, finding.severity() == Severity.ERROR ? Mark.ERROR : Mark.WARNING, Mark::or);
            }
        }
        return marks;
    }

    /// How a step fared: what was found about it, and what it says about itself.
    static Mark mark(EvidenceGraph.Step step, Map<String, Mark> marks) {
        Mark told = switch (step.outcome()) {
            case null -> Mark.OK;
            case COMPLETED -> Mark.OK;
            case FAILED -> Mark.FAILED;
            case CANCELLED -> Mark.CANCELLED;
            case SKIPPED -> Mark.SKIPPED;
        };
        return marks.getOrDefault(step.ref(), step.parentStepIds() == null ? Mark.REDACTED : Mark.OK)
                .or(told);
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
        graph.node(
                new Graph.Node(id, step.workflowId(), label(step), detail(step), step.issuedAt(), mark(step, marks)));
        if (parents != null) {
            parents.forEach(parent -> graph.edge(id(step.workflowId(), parent), id, Graph.Kind.PARENT));
        }
    }

    private static String id(String workflow, String step) {
        return workflow + "/" + step;
    }

    /// What its author calls it, else what it did, else its id.
    static String label(EvidenceGraph.Step step) {
        return names(step).getFirst();
    }

    private static String detail(EvidenceGraph.Step step) {
        List<String> rest = names(step);
        return Stream.concat(rest.stream().skip(1), Stream.ofNullable(step.orchestratorId()))
                .collect(Collectors.joining(" · "));
    }

    private static List<String> names(EvidenceGraph.Step step) {
        return Stream.of(
                        Stream.ofNullable(step.node()),
                        Stream.ofNullable(step.toolName()),
                        Stream.of(shortened(step.stepId())))
                .flatMap(name -> name)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /// The steps that failed, each by its label; empty when none did.
    static String failed(AuditReport report) {
        List<String> labels = new ArrayList<>();
        int more = 0;
        for (EvidenceGraph.Step step : report.graph().steps()) {
            if (step.outcome() == StepOutcome.FAILED && labels.size() < LISTED_FAILURES) {
                labels.add(label(step));
            } else if (step.outcome() == StepOutcome.FAILED) {
                more++;
            }
        }
        return String.join(", ", labels) + (more == 0 ? "" : " and " + more + " more");
    }

    /// The end of an id tells more than its beginning, which is a time.
    static String shortened(String id) {
        int underscore = id.indexOf('_');
        return id.length() <= 16 ? id : id.substring(0, underscore + 1) + "…" + id.substring(id.length() - TAIL);
    }
}
