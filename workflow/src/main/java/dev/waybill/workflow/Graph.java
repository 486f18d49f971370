package dev.waybill.workflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// Nodes and edges by number, in the order written. Every algorithm keeps its own stack, so that a chain of ten
/// thousand nodes is as safe as one of ten, and visits in the order written, so that the outcome is always the same.
final class Graph {

    private static final int MOST_SHOWN = 8;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final int[] source;
    private final int[] target;
    private final List<List<Integer>> outgoing = new ArrayList<>();
    private final List<List<Integer>> incoming = new ArrayList<>();

    /// Edges whose ends do not exist stay unconnected; somebody else reports them.
    Graph(List<String> nodeIds, List<WorkflowEdge> edges) {
        for (String id : nodeIds) {
            numbers.putIfAbsent(id, outgoing.size());
            outgoing.add(new ArrayList<>());
            incoming.add(new ArrayList<>());
        }
        source = new int[edges.size()];
        target = new int[edges.size()];
        for (int edge = 0; edge < edges.size(); edge++) {
            Integer from = numbers.get(edges.get(edge).source());
            Integer to = numbers.get(edges.get(edge).target());
            source[edge] = from == null ? -1 : from;
            target[edge] = to == null ? -1 : to;
            if (from != null && to != null) {
                outgoing.get(from).add(edge);
                incoming.get(to).add(edge);
            }
        }
    }

    /// The number of a node, or -1.
    int number(String nodeId) {
        return numbers.getOrDefault(nodeId, -1);
    }

    int size() {
        return outgoing.size();
    }

    int source(int edge) {
        return source[edge];
    }

    int target(int edge) {
        return target[edge];
    }

    List<Integer> outgoing(int node) {
        return outgoing.get(node);
    }

    List<Integer> incoming(int node) {
        return incoming.get(node);
    }

    /// Whether nothing leads here but the node itself.
    boolean isSource(int node) {
        return incoming.get(node).stream().allMatch(edge -> source[edge] == node);
    }

    boolean[] reachableFrom(List<Integer> starts) {
        boolean[] seen = new boolean[size()];
        List<Integer> pending = new ArrayList<>(starts);
        starts.forEach(start -> seen[start] = true);
        while (!pending.isEmpty()) {
            for (int edge : outgoing.get(pending.removeLast())) {
                if (!seen[target[edge]]) {
                    seen[target[edge]] = true;
                    pending.add(target[edge]);
                }
            }
        }
        return seen;
    }

    /// A loop: the edge that closes it, and the nodes from that edge's target on, only the first few of many.
    record Loop(int edge, List<Integer> first, int length) {}

    /// The edges that lead back to a node on the way to them, found depth first from the roots, then from the rest
    /// in the order written. In a graph whose loops have one way in each, the order does not matter.
    List<Loop> loops(List<Integer> roots, IntPredicate followsEdge) {
        return new DepthFirst(followsEdge).run(roots);
    }

    private final class DepthFirst {
        private static final int NEW = 0;
        private static final int OPEN = 1;
        private static final int DONE = 2;

        private final IntPredicate follows;
        private final int[] state = new int[size()];
        private final int[] nextEdge = new int[size()];
        private final int[] placeOnPath = new int[size()];
        private final List<Integer> path = new ArrayList<>();
        private final List<Loop> loops = new ArrayList<>();

        DepthFirst(IntPredicate follows) {
            this.follows = follows;
        }

        List<Loop> run(List<Integer> roots) {
            roots.forEach(this::visit);
            for (int node = 0; node < size(); node++) {
                visit(node);
            }
            return loops;
        }

        private void visit(int root) {
            if (state[root] != NEW) {
                return;
            }
            enter(root);
            while (!path.isEmpty()) {
                int node = path.getLast();
                if (nextEdge[node] == outgoing.get(node).size()) {
                    state[node] = DONE;
                    path.removeLast();
                } else {
                    follow(outgoing.get(node).get(nextEdge[node]++));
                }
            }
        }

        private void follow(int edge) {
            if (!follows.test(edge)) {
                return;
            }
            int to = target[edge];
            if (state[to] == NEW) {
                enter(to);
            } else if (state[to] == OPEN) {
                List<Integer> loop = path.subList(placeOnPath[to], path.size());
                loops.add(new Loop(edge, List.copyOf(loop.subList(0, Math.min(MOST_SHOWN, loop.size()))), loop.size()));
            }
        }

        private void enter(int node) {
            state[node] = OPEN;
            placeOnPath[node] = path.size();
            path.add(node);
        }
    }

    /// How many forward edges the longest way to each node has, over the nodes that count.
    int[] depths(boolean[] counts, boolean[] back) {
        int[] waiting = new int[size()];
        List<Integer> ready = new ArrayList<>();
        for (int node = 0; node < size(); node++) {
            waiting[node] = (int) incoming.get(node).stream()
                    .filter(edge -> !back[edge] && counts[source[edge]])
                    .count();
            if (waiting[node] == 0 && counts[node]) {
                ready.add(node);
            }
        }
        int[] depth = new int[size()];
        for (int next = 0; next < ready.size(); next++) {
            int node = ready.get(next);
            for (int edge : outgoing.get(node)) {
                if (!back[edge]) {
                    int to = target[edge];
                    depth[to] = Math.max(depth[to], depth[node] + 1);
                    if (--waiting[to] == 0) {
                        ready.add(to);
                    }
                }
            }
        }
        return depth;
    }

    static boolean[] marks(int size, List<Loop> loops) {
        boolean[] back = new boolean[size];
        loops.forEach(loop -> back[loop.edge] = true);
        return back;
    }
}
