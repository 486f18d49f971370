package dev.waybill.workflow;

import dev.waybill.base.Digest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A definition pinned by digest, with its graph laid out for an engine. The same document gives the same answers
/// in the same order on every machine, because replays walk it again.
///
/// An edge that leads back to a node on the way to it is a *back-edge*: it starts another round instead of being
/// waited for. Without its back-edges the graph has no loop; joins and layers look at that graph.
public final class CompiledWorkflow {

    private final WorkflowDefinition definition;
    private final List<WorkflowEdge> edges;
    private final List<String> entries;
    private final List<String> exits;
    private final List<List<String>> layers;
    private final Set<String> backEdges = new LinkedHashSet<>();
    private final Map<String, Place> places = new LinkedHashMap<>();

    private record Place(boolean reachable, List<WorkflowEdge> incoming, List<WorkflowEdge> outgoing) {}

    private CompiledWorkflow(WorkflowDefinition definition, List<WorkflowEdge> edges, Graph graph, Starts starts) {
        this.definition = definition;
        this.edges = List.copyOf(edges);
        boolean[] reachable = graph.reachableFrom(starts.all());
        List<Graph.Loop> loops = graph.loops(starts.all(), _ -> true);
        boolean[] back = Graph.marks(edges.size(), loops);
        for (int edge = 0; edge < back.length; edge++) {
            if (back[edge]) {
                backEdges.add(edges.get(edge).id());
            }
        }
        for (int node = 0; node < graph.size(); node++) {
            places.put(id(node), new Place(reachable[node], edges(graph.incoming(node)), edges(graph.outgoing(node))));
        }
        this.entries = starts.entries().stream().map(this::id).toList();
        this.exits = definition.nodes().stream()
                .map(WorkflowNode::id)
                .filter(id -> isReachable(id) && outgoing(id).stream().allMatch(this::isBackEdge))
                .toList();
        this.layers = layers(graph.depths(reachable, back), reachable);
    }

    /// Compiles a definition that was read without errors.
    public static CompiledWorkflow of(WorkflowDefinition definition) {
        List<String> ids = definition.nodes().stream().map(WorkflowNode::id).toList();
        List<String> types =
                definition.nodes().stream().map(WorkflowNode::typeId).toList();
        List<WorkflowEdge> edges = SupervisedLoops.laidOut(ids, types, definition.edges());
        var graph = new Graph(ids, edges);
        return new CompiledWorkflow(definition, edges, graph, Starts.of(graph, types, definition.triggers()));
    }

    private String id(int node) {
        return definition.nodes().get(node).id();
    }

    private List<WorkflowEdge> edges(List<Integer> numbers) {
        return numbers.stream().map(edges::get).toList();
    }

    private List<List<String>> layers(int[] depths, boolean[] reachable) {
        List<List<String>> rows = new ArrayList<>();
        for (int node = 0; node < depths.length; node++) {
            if (reachable[node]) {
                while (rows.size() <= depths[node]) {
                    rows.add(new ArrayList<>());
                }
                rows.get(depths[node]).add(id(node));
            }
        }
        return rows.stream().map(List::copyOf).toList();
    }

    public WorkflowDefinition definition() {
        return definition;
    }

    /// The edges as an engine walks them: those of the definition, and what its supervised loops imply.
    public List<WorkflowEdge> edges() {
        return edges;
    }

    /// What pins the definition; see [WorkflowDefinition#digest].
    public Digest digest() {
        return definition.digest();
    }

    /// The nodes where every run begins, in the order written.
    public List<String> entries() {
        return entries;
    }

    /// The edges that leave a node, in the order written, back-edges too.
    public List<WorkflowEdge> outgoing(String nodeId) {
        return place(nodeId).outgoing;
    }

    /// The edges that lead to a node, in the order written, back-edges too.
    public List<WorkflowEdge> incoming(String nodeId) {
        return place(nodeId).incoming;
    }

    /// Whether some run gets to a node.
    public boolean isReachable(String nodeId) {
        return place(nodeId).reachable;
    }

    public boolean isBackEdge(WorkflowEdge edge) {
        return backEdges.contains(edge.id());
    }

    /// The ids of the edges that start another round, in the order written.
    public Set<String> backEdges() {
        return Collections.unmodifiableSet(backEdges);
    }

    /// Reachable nodes by the length of the longest way to them: all that a layer waits for lies in layers before it.
    public List<List<String>> layers() {
        return layers;
    }

    /// Reachable nodes that nothing follows, except another round.
    public List<String> exits() {
        return exits;
    }

    private Place place(String nodeId) {
        Place place = places.get(nodeId);
        if (place == null) {
            throw new IllegalArgumentException("no node is called \"" + nodeId + "\"");
        }
        return place;
    }

    @Override
    public String toString() {
        return definition + " " + digest();
    }
}
