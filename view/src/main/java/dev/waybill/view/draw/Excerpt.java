package dev.waybill.view.draw;

import dev.waybill.view.draw.Graph.Edge;
import dev.waybill.view.draw.Graph.Node;
import dev.waybill.view.draw.Structure.Wire;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// A large graph made small enough to look at, without pretending that it is the whole.
/// Problem steps come first, then the first and last layers of each workflow. What lies between
/// becomes one gap that says how many steps it stands for. Gaps follow the layers, so the excerpt of
/// a graph without cycles has none either.
final class Excerpt {

    private final Graph graph;
    private final Set<String> gaps;
    private final List<String> notes;

    private Excerpt(Graph graph, Set<String> gaps, List<String> notes) {
        this.graph = graph;
        this.gaps = gaps;
        this.notes = notes;
    }

    /// At most about `limit` steps of a graph; all of them when there are no more.
    static Excerpt of(Graph graph, int limit) {
        if (graph.nodes().size() <= limit) {
            return new Excerpt(graph, new LinkedHashSet<>(), List.of());
        }
        return new Cut(graph, limit).excerpt();
    }

    Graph graph() {
        return graph;
    }

    /// True for a stand-in, whose label says how many steps it hides.
    boolean isGap(String id) {
        return gaps.contains(id);
    }

    /// What the reader must know about what is not here; empty when all is.
    List<String> notes() {
        return notes;
    }

    private static final class Cut {

        private final Graph graph;
        private final Layers layers;
        private final Map<String, Integer> depths = new LinkedHashMap<>();
        private final boolean[] problem;
        private final boolean[] kept;
        private final Map<String, TreeSet<Integer>> keptLayers = new LinkedHashMap<>();
        private final Map<String, Integer> hiddenInGap = new LinkedHashMap<>();
        private final Map<String, String> clusterOfGap = new LinkedHashMap<>();

        Cut(Graph graph, int limit) {
            this.graph = graph;
            Structure structure = Structure.of(graph);
            this.layers = Layers.of(structure);
            this.problem = problems(structure);
            for (int i = 0; i < structure.size(); i++) {
                depths.merge(graph.nodes().get(i).cluster(), layers.of(i), Math::max);
            }
            this.kept = keep(limit);
        }

        Excerpt excerpt() {
            Graph.Builder small = Graph.builder();
            for (Graph.Cluster cluster : graph.clusters()) {
                if (keptLayers.containsKey(cluster.id())) {
                    small.cluster(cluster.id(), cluster.title());
                }
            }
            Set<String> gaps = new LinkedHashSet<>();
            String[] standIn = standIns();
            for (int i = 0; i < kept.length; i++) {
                if (kept[i]) {
                    small.node(graph.nodes().get(i));
                } else if (!standIn[i].isEmpty() && gaps.add(standIn[i])) {
                    small.node(gap(standIn[i]));
                }
            }
            for (Edge edge : graph.edges()) {
                int source = graph.position(edge.from());
                String from = standIn[source];
                String to = standIn[graph.position(edge.to())];
                if (!from.isEmpty() && !to.isEmpty() && (!from.equals(to) || kept[source])) {
                    small.edge(from, to, edge.kind());
                }
            }
            return new Excerpt(small.build(), gaps, notes());
        }

        private boolean[] problems(Structure structure) {
            boolean[] found = new boolean[structure.size()];
            for (int i = 0; i < found.length; i++) {
                found[i] = graph.nodes().get(i).mark().isProblem() || structure.isItsOwnParent(i);
            }
            List<Wire> wires = structure.wires();
            for (int i = 0; i < wires.size(); i++) {
                if (layers.closesCycle(i)) {
                    found[wires.get(i).from()] = true;
                    found[wires.get(i).to()] = true;
                }
            }
            return found;
        }

        private boolean[] keep(int limit) {
            boolean[] keep = new boolean[problem.length];
            // A quarter is for the ends, so that even a ruin shows where it begins and stops.
            IntStream.range(0, keep.length)
                    .filter(i -> problem[i])
                    .limit(limit * 3L / 4)
                    .forEach(i -> keep[i] = true);
            long left =
                    limit - IntStream.range(0, keep.length).filter(i -> keep[i]).count();
            IntStream.range(0, keep.length)
                    .filter(i -> !keep[i])
                    .boxed()
                    .sorted(Comparator.comparingInt(this::distanceToAnEnd))
                    .limit(left)
                    .forEach(i -> keep[i] = true);
            for (int i = 0; i < keep.length; i++) {
                if (keep[i]) {
                    keptLayers
                            .computeIfAbsent(graph.nodes().get(i).cluster(), _ -> new TreeSet<>())
                            .add(layers.of(i));
                }
            }
            return keep;
        }

        private int distanceToAnEnd(int node) {
            int depth = depths.getOrDefault(graph.nodes().get(node).cluster(), 0);
            return Math.min(layers.of(node), depth - layers.of(node));
        }

        /// For each step what stands for it: itself, its gap, or nothing when its workflow is left out.
        private String[] standIns() {
            String[] standIn = new String[kept.length];
            for (int i = 0; i < kept.length; i++) {
                Node node = graph.nodes().get(i);
                TreeSet<Integer> above = keptLayers.get(node.cluster());
                if (kept[i]) {
                    standIn[i] = node.id();
                } else if (above == null) {
                    standIn[i] = "";
                } else {
                    Integer floor = above.floor(layers.of(i));
                    String gap = "gap " + (floor == null ? -1 : floor) + " of " + node.cluster();
                    hiddenInGap.merge(gap, 1, Integer::sum);
                    clusterOfGap.put(gap, node.cluster());
                    standIn[i] = gap;
                }
            }
            return standIn;
        }

        private Node gap(String id) {
            int hidden = hiddenInGap.getOrDefault(id, 0);
            String label = "… " + counted(hidden, "step") + " not drawn";
            return new Node(id, clusterOfGap.getOrDefault(id, ""), label, "", null, Mark.OK);
        }

        private List<String> notes() {
            long drawn = IntStream.range(0, kept.length).filter(i -> kept[i]).count();
            long unseen = IntStream.range(0, kept.length)
                    .filter(i -> problem[i] && !kept[i])
                    .count();
            int workflows = graph.clusters().size() - keptLayers.size();
            List<String> notes = new ArrayList<>();
            notes.add(counted(drawn, "step") + " of " + String.format(Locale.ROOT, "%,d", kept.length)
                    + " drawn: problems first, then the first and last layers");
            if (unseen > 0) {
                notes.add(counted(unseen, "step") + " with problems not drawn; the findings list them all");
            }
            if (workflows > 0) {
                notes.add(counted(workflows, "workflow") + " not drawn");
            }
            return List.copyOf(notes);
        }
    }

    /// `1 step`, `9,940 steps`.
    static String counted(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }
}
