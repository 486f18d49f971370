package dev.waybill.view.draw;

import dev.waybill.view.draw.Graph.Kind;
import java.util.Random;

/// Graphs that nobody would think of.
final class RandomGraphs {

    private RandomGraphs() {}

    /// Steps that only follow earlier ones.
    static Graph acyclic(Random random, int most) {
        return graph(random, most, false);
    }

    /// Edges in every direction, to missing steps and to the step itself.
    static Graph any(Random random, int most) {
        return graph(random, most, true);
    }

    private static Graph graph(Random random, int most, boolean wild) {
        int steps = 1 + random.nextInt(most);
        Graph.Builder graph = Graph.builder().cluster("wf", "Random");
        for (int i = 0; i < steps; i++) {
            graph.node(Samples.step("s" + i, i));
        }
        int edges = random.nextInt(2 * steps);
        for (int i = 0; i < edges; i++) {
            int from = random.nextInt(steps);
            int to = wild ? random.nextInt(steps + 1) : random.nextInt(steps);
            if (wild || from < to) {
                graph.edge("s" + from, "s" + to, wild && random.nextInt(5) == 0 ? Kind.CHAIN : Kind.PARENT);
            }
        }
        return graph.build();
    }
}
