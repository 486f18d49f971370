package dev.waybill.view.draw;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Steps and what they follow, ready to be drawn.
/// Takes whatever a broken bundle holds: cycles, repeated ids and edges to steps that are not there.
public final class Graph {

    /// Why one step comes after another.
    public enum Kind {
        /// The step names the other one as its parent.
        PARENT,
        /// The receipt carries the hash of the receipt before it.
        CHAIN,
        /// The step opened another workflow.
        HANDOVER
    }

    /// One workflow: the frame around its steps.
    public record Cluster(String id, String title) {}

    /// One step. The detail is a second, quieter text such as tool and agent; time is epoch seconds.
    public record Node(
            String id,
            String cluster,
            String label,
            String detail,
            @Nullable Long time,
            Mark mark) {}

    /// From the earlier step to the later one.
    public record Edge(String from, String to, Kind kind) {}

    private final List<Cluster> clusters;
    private final List<Node> nodes;
    private final List<Edge> edges;
    private final Map<String, Integer> positions;

    private Graph(List<Cluster> clusters, List<Node> nodes, List<Edge> edges, Map<String, Integer> positions) {
        this.clusters = clusters;
        this.nodes = nodes;
        this.edges = edges;
        this.positions = positions;
    }

    public static Builder builder() {
        return new Builder();
    }

    public List<Cluster> clusters() {
        return clusters;
    }

    /// The steps in the order in which they were added, missing ones last.
    public List<Node> nodes() {
        return nodes;
    }

    public List<Edge> edges() {
        return edges;
    }

    /// The place of a step in [#nodes()].
    int position(String id) {
        Integer position = positions.get(id);
        if (position == null) {
            throw new IllegalArgumentException("no step " + id);
        }
        return position;
    }

    Node node(String id) {
        return nodes.get(position(id));
    }

    /// The steps of one workflow and the edges between them.
    Graph only(Cluster cluster) {
        Builder part = builder().cluster(cluster.id(), cluster.title());
        nodes.stream().filter(node -> node.cluster().equals(cluster.id())).forEach(part::node);
        edges.stream()
                .filter(edge -> part.nodes.containsKey(edge.from()) && part.nodes.containsKey(edge.to()))
                .forEach(edge -> part.edge(edge.from(), edge.to(), edge.kind()));
        return part.build();
    }

    /// Edges from one workflow to another.
    List<Edge> links() {
        return edges.stream()
                .filter(edge ->
                        !node(edge.from()).cluster().equals(node(edge.to()).cluster()))
                .toList();
    }

    String title(String cluster) {
        return clusters.stream()
                .filter(candidate -> candidate.id().equals(cluster))
                .map(Cluster::title)
                .findFirst()
                .orElse(cluster);
    }

    /// Collects steps and edges in any order.
    public static final class Builder {

        private final Map<String, Cluster> clusters = new LinkedHashMap<>();
        private final Map<String, Node> nodes = new LinkedHashMap<>();
        private final Set<Edge> edges = new LinkedHashSet<>();

        private Builder() {}

        public Builder cluster(String id, String title) {
            clusters.put(id, new Cluster(id, title));
            return this;
        }

        /// Adds a step. A second step of the same id is kept beside the first, as an error.
        public Builder node(Node node) {
            clusters.computeIfAbsent(node.cluster(), id -> new Cluster(id, id));
            String id = node.id();
            for (int copy = 2; nodes.containsKey(id); copy++) {
                id = node.id() + " (" + copy + ")";
            }
            Mark mark = id.equals(node.id()) ? node.mark() : Mark.ERROR;
            nodes.put(id, new Node(id, node.cluster(), node.label(), node.detail(), node.time(), mark));
            return this;
        }

        public Builder edge(String from, String to, Kind kind) {
            edges.add(new Edge(from, to, kind));
            return this;
        }

        /// The graph, with a missing step for every id that only an edge names.
        public Graph build() {
            edges.forEach(edge -> {
                addMissing(edge.from(), nodes.get(edge.to()));
                addMissing(edge.to(), nodes.get(edge.from()));
            });
            List<Node> list = new ArrayList<>(nodes.values());
            Map<String, Integer> positions = new LinkedHashMap<>();
            for (Node node : list) {
                positions.put(node.id(), positions.size());
            }
            return new Graph(List.copyOf(clusters.values()), List.copyOf(list), List.copyOf(edges), positions);
        }

        private void addMissing(String id, @Nullable Node neighbour) {
            if (!nodes.containsKey(id)) {
                String cluster = neighbour == null ? "" : neighbour.cluster();
                node(new Node(id, cluster, id, "", null, Mark.MISSING));
            }
        }
    }
}
