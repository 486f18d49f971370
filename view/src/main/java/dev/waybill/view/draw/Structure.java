package dev.waybill.view.draw;

import dev.waybill.view.draw.Graph.Edge;
import dev.waybill.view.draw.Graph.Kind;
import dev.waybill.view.draw.Graph.Node;
import java.util.ArrayList;
import java.util.List;

/// The edges that shape a drawing, by position.
/// Parents do. A chain link does only where a step has no parent edge: elsewhere it would repeat the
/// order of the rows as clutter. Edges between workflows are drawn on top and shape nothing.
final class Structure {

    /// An edge between two steps of one workflow; dashed when an end is missing or only the chain tells.
    record Wire(int from, int to, boolean dashed) {}

    private final int size;
    private final List<Wire> wires;
    private final boolean[] ownParent;

    private Structure(int size, List<Wire> wires, boolean[] ownParent) {
        this.size = size;
        this.wires = wires;
        this.ownParent = ownParent;
    }

    static Structure of(Graph graph) {
        boolean[] hasParent = new boolean[graph.nodes().size()];
        for (Edge edge : graph.edges()) {
            if (edge.kind() != Kind.CHAIN) {
                hasParent[graph.position(edge.to())] = true;
            }
        }
        boolean[] ownParent = new boolean[hasParent.length];
        List<Wire> wires = new ArrayList<>();
        for (Edge edge : graph.edges()) {
            int from = graph.position(edge.from());
            int to = graph.position(edge.to());
            if (from == to) {
                ownParent[from] = true;
            } else if (shapes(graph, edge, hasParent[to])) {
                wires.add(new Wire(from, to, isDashed(graph, edge)));
            }
        }
        return new Structure(hasParent.length, List.copyOf(wires), ownParent);
    }

    int size() {
        return size;
    }

    List<Wire> wires() {
        return wires;
    }

    boolean isItsOwnParent(int node) {
        return ownParent[node];
    }

    private static boolean shapes(Graph graph, Edge edge, boolean targetHasParent) {
        Node from = graph.node(edge.from());
        Node to = graph.node(edge.to());
        return from.cluster().equals(to.cluster()) && (edge.kind() != Kind.CHAIN || !targetHasParent);
    }

    private static boolean isDashed(Graph graph, Edge edge) {
        return edge.kind() == Kind.CHAIN
                || graph.node(edge.from()).mark() == Mark.MISSING
                || graph.node(edge.to()).mark() == Mark.MISSING;
    }
}
