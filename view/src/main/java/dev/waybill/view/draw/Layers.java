package dev.waybill.view.draw;

import dev.waybill.view.draw.Structure.Wire;
import java.util.Arrays;
import java.util.List;

/// Longest-path layering: every step lies below everything it follows.
/// A cycle has no such order, so a depth-first walk picks the edges that close one; they count as
/// reversed here and are drawn as what they are. The walk keeps its own stack: a chain of 100,000
/// steps must not end in a stack overflow.
final class Layers {

    private final int[] layer;
    private final boolean[] closesCycle;

    private Layers(int[] layer, boolean[] closesCycle) {
        this.layer = layer;
        this.closesCycle = closesCycle;
    }

    static Layers of(Structure structure) {
        List<Wire> wires = structure.wires();
        Fan down = Fan.out(structure.size(), wires);
        boolean[] closesCycle = new CycleWalk(down, wires).closing();
        return new Layers(longestPaths(structure.size(), wires, down, closesCycle), closesCycle);
    }

    int of(int node) {
        return layer[node];
    }

    int count() {
        return Arrays.stream(layer).max().orElse(-1) + 1;
    }

    /// True for a wire that leads back up.
    boolean closesCycle(int wire) {
        return closesCycle[wire];
    }

    private static int[] longestPaths(int size, List<Wire> wires, Fan down, boolean[] closesCycle) {
        int[] waiting = new int[size];
        for (int i = 0; i < wires.size(); i++) {
            if (!closesCycle[i]) {
                waiting[wires.get(i).to()]++;
            }
        }
        int[] layer = new int[size];
        int[] queue = new int[size];
        int tail = 0;
        for (int node = 0; node < size; node++) {
            if (waiting[node] == 0) {
                queue[tail++] = node;
            }
        }
        int roots = tail;
        for (int head = 0; head < tail; head++) {
            int node = queue[head];
            for (int at = down.start(node); at < down.end(node); at++) {
                int wire = down.wire(at);
                int to = wires.get(wire).to();
                if (!closesCycle[wire]) {
                    layer[to] = Math.max(layer[to], layer[node] + 1);
                    if (--waiting[to] == 0) {
                        queue[tail++] = to;
                    }
                }
            }
        }
        for (int i = 0; i < roots; i++) {
            lowerRoot(queue[i], wires, down, closesCycle, layer);
        }
        return layer;
    }

    /// A root stands just above its first child, so a missing parent is seen next to who names it.
    private static void lowerRoot(int root, List<Wire> wires, Fan down, boolean[] closesCycle, int[] layer) {
        int child = Integer.MAX_VALUE;
        for (int at = down.start(root); at < down.end(root); at++) {
            if (!closesCycle[down.wire(at)]) {
                child = Math.min(child, layer[wires.get(down.wire(at)).to()]);
            }
        }
        if (child != Integer.MAX_VALUE) {
            layer[root] = child - 1;
        }
    }

    /// Depth-first search that finds the edges leading back into its own path.
    private static final class CycleWalk {

        private static final byte NEW = 0;
        private static final byte ON_PATH = 1;
        private static final byte DONE = 2;

        private final Fan down;
        private final List<Wire> wires;
        private final byte[] state;
        private final int[] next;
        private final int[] path;
        private final boolean[] closing;

        CycleWalk(Fan down, List<Wire> wires) {
            this.down = down;
            this.wires = wires;
            this.state = new byte[down.size()];
            this.next = new int[down.size()];
            this.path = new int[down.size()];
            this.closing = new boolean[wires.size()];
        }

        boolean[] closing() {
            boolean[] hasParent = new boolean[down.size()];
            wires.forEach(wire -> hasParent[wire.to()] = true);
            // Roots first: entered from outside, a cycle closes where the reader expects it.
            for (int node = 0; node < down.size(); node++) {
                if (!hasParent[node]) {
                    walk(node);
                }
            }
            for (int node = 0; node < down.size(); node++) {
                walk(node);
            }
            return closing;
        }

        private void walk(int start) {
            if (state[start] != NEW) {
                return;
            }
            int depth = enter(start, 0);
            while (depth > 0) {
                int node = path[depth - 1];
                if (next[node] == down.end(node)) {
                    state[node] = DONE;
                    depth--;
                    continue;
                }
                int wire = down.wire(next[node]++);
                int to = wires.get(wire).to();
                closing[wire] = state[to] == ON_PATH;
                if (state[to] == NEW) {
                    depth = enter(to, depth);
                }
            }
        }

        private int enter(int node, int depth) {
            state[node] = ON_PATH;
            next[node] = down.start(node);
            path[depth] = node;
            return depth + 1;
        }
    }
}
