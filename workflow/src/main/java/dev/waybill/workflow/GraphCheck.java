package dev.waybill.workflow;

import dev.waybill.base.json.JsonPointer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Judges the graph as a whole: where it begins, what is never reached, and whether every loop can end.
final class GraphCheck {

    /// A value that comes from nowhere is worth a warning, but not a search without end.
    private static final int MOST_SEARCHES = 500;

    /// A node as far as it could be read.
    ///
    /// @param index its place in the document
    record Place(int index, String id, String typeId) {}

    private final List<Place> nodes;
    private final List<String> ids;
    private final List<WorkflowEdge> edges;
    private final List<Integer> edgeIndexes;
    private final Graph graph;
    private final Findings findings;

    GraphCheck(List<Place> nodes, List<WorkflowEdge> edges, List<Integer> edgeIndexes, Findings findings) {
        this.nodes = nodes;
        this.ids = nodes.stream().map(Place::id).toList();
        this.edges =
                SupervisedLoops.laidOut(ids, nodes.stream().map(Place::typeId).toList(), edges);
        this.edgeIndexes = edgeIndexes;
        this.graph = new Graph(ids, this.edges);
        this.findings = findings;
    }

    void check(List<WorkflowTrigger> triggers, WorkflowSettings settings) {
        Starts starts = Starts.of(graph, nodes.stream().map(Place::typeId).toList(), triggers);
        if (starts.entries().isEmpty() && !nodes.isEmpty()) {
            findings.error(
                    "/nodes",
                    DefinitionCode.NO_ENTRY_NODE,
                    "expected a node without incoming edges, found none: the whole graph is a loop",
                    "name the start node in a trigger's nodeId, or remove an edge");
        } else {
            unreachable(starts);
        }
        if (settings.maxLoopIterations().isEmpty()) {
            unbounded(starts);
        }
        mixedRules();
    }

    private void unreachable(Starts starts) {
        boolean[] reached = graph.reachableFrom(starts.all());
        for (int node = 0; node < reached.length; node++) {
            if (!reached[node]) {
                findings.warn(
                        JsonPointer.item("/nodes", nodes.get(node).index),
                        DefinitionCode.UNREACHABLE_NODE,
                        "no run reaches the node \"%s\"".formatted(Members.shown(ids.get(node))),
                        "add an edge to it, or remove it");
            }
        }
    }

    /// A loop ends when the outcome of a node can stop it: by a condition, by the port it leaves through, or by a
    /// planner's decision. A loop of none of these only ends by a bound, and then the author must give one.
    private void unbounded(Starts starts) {
        for (Graph.Loop loop : graph.loops(starts.all(), this::alwaysTaken)) {
            findings.error(
                    JsonPointer.item("/edges", edgeIndexes.get(loop.edge())),
                    DefinitionCode.UNBOUNDED_LOOP,
                    "nothing ends the loop " + shown(loop),
                    "give one of its edges a condition, or set settings.maxLoopbackIterations");
        }
    }

    private boolean alwaysTaken(int edge) {
        return !edges.get(edge).isConditional() && !isPlanner(graph.source(edge)) && !isPlanner(graph.target(edge));
    }

    private boolean isPlanner(int node) {
        return nodes.get(node).typeId.equals(WorkflowNode.SUPERVISOR);
    }

    private String shown(Graph.Loop loop) {
        String way =
                loop.first().stream().map(node -> Members.shown(ids.get(node))).collect(Collectors.joining(" -> "));
        String middle = loop.length() > loop.first().size() ? " -> …" : "";
        return way + middle + " -> " + Members.shown(ids.get(loop.first().getFirst()));
    }

    private void mixedRules() {
        for (int node = 0; node < graph.size(); node++) {
            EnumSet<TriggerRule> rules = EnumSet.noneOf(TriggerRule.class);
            graph.incoming(node).forEach(edge -> rules.add(edges.get(edge).triggerRule()));
            if (rules.size() > 1) {
                findings.warn(
                        JsonPointer.item("/nodes", nodes.get(node).index),
                        DefinitionCode.MIXED_TRIGGER_RULES,
                        "the edges into \"%s\" have different trigger rules".formatted(Members.shown(ids.get(node))),
                        "give all edges into one node the same triggerRule");
            }
        }
    }

    /// Connections to nodes that cannot have run before.
    void checkConnections(List<WorkflowNode> read) {
        List<Integer> searched = new ArrayList<>();
        boolean[][] reached = new boolean[graph.size()][];
        for (WorkflowNode node : read) {
            for (var input : node.inputs().entrySet()) {
                if (input.getValue() instanceof PortValue.Connection connection) {
                    int from = graph.number(connection.nodeId());
                    if (from >= 0 && reached[from] == null && searched.size() < MOST_SEARCHES) {
                        searched.add(from);
                        reached[from] = graph.reachableFrom(targets(from));
                    }
                    warnUnlessReached(node, input.getKey(), from < 0 ? null : reached[from], connection.nodeId());
                }
            }
        }
    }

    private List<Integer> targets(int node) {
        return graph.outgoing(node).stream().map(graph::target).toList();
    }

    private void warnUnlessReached(WorkflowNode node, String port, boolean @Nullable [] reached, String from) {
        int taker = graph.number(node.id());
        if (reached != null && taker >= 0 && !reached[taker]) {
            String inputs = JsonPointer.item("/nodes", nodes.get(taker).index) + "/inputs";
            findings.warn(
                    JsonPointer.member(inputs, port),
                    DefinitionCode.NOT_UPSTREAM,
                    "no edges lead from \"%s\" to \"%s\"".formatted(Members.shown(from), Members.shown(node.id())),
                    "add an edge, so that the value is there when the node starts");
        }
    }
}
