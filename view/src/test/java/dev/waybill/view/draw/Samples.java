package dev.waybill.view.draw;

import dev.waybill.view.draw.Graph.Kind;
import dev.waybill.view.draw.Graph.Node;

/// Small graphs of every shape that the drawings must get right.
final class Samples {

    static final long START = 1_769_936_400L;

    private Samples() {}

    static Node step(String id, long after) {
        return step(id, after, Mark.OK);
    }

    static Node step(String id, long after, Mark mark) {
        return new Node(id, "wf", id, "", START + after, mark);
    }

    private static Graph.Builder workflow() {
        return Graph.builder().cluster("wf", "Research");
    }

    private static Graph.Builder parent(Graph.Builder graph, String from, String... to) {
        for (String child : to) {
            graph.edge(from, child, Kind.PARENT);
        }
        return graph;
    }

    static Graph linear(int steps) {
        Graph.Builder graph = workflow();
        for (int i = 1; i <= steps; i++) {
            graph.node(step("step " + i, i));
            if (i > 1) {
                parent(graph, "step " + (i - 1), "step " + i);
                graph.edge("step " + (i - 1), "step " + i, Kind.CHAIN);
            }
        }
        return graph.build();
    }

    static Graph forkJoin() {
        Graph.Builder graph = workflow()
                .node(new Node("plan", "wf", "plan", "planner", START, Mark.OK))
                .node(new Node("search", "wf", "search", "web.search · scout", START + 2, Mark.OK))
                .node(new Node("fetch", "wf", "fetch", "http.get · scout", START + 3, Mark.OK))
                .node(new Node("summarise", "wf", "summarise", "model · writer", START + 9, Mark.OK))
                .node(new Node("report", "wf", "report", "model · writer", START + 75, Mark.OK));
        parent(graph, "plan", "search", "fetch", "summarise");
        parent(graph, "search", "report");
        parent(graph, "fetch", "report");
        return parent(graph, "summarise", "report").build();
    }

    static Graph diamondOfEight() {
        Graph.Builder graph = workflow();
        for (String id : "a b c d e f g h".split(" ", -1)) {
            graph.node(step(id, id.charAt(0) - 'a'));
        }
        parent(graph, "a", "b", "c", "d");
        parent(graph, "b", "e", "f");
        parent(graph, "c", "f");
        parent(graph, "d", "f", "g");
        parent(graph, "e", "h");
        parent(graph, "f", "h");
        return parent(graph, "g", "h").build();
    }

    static Graph cycleWithTail() {
        Graph.Builder graph = workflow()
                .node(step("start", 0))
                .node(step("ask", 1, Mark.ERROR))
                .node(step("answer", 2, Mark.ERROR))
                .node(step("judge", 3, Mark.ERROR))
                .node(step("end", 4));
        parent(graph, "start", "ask");
        parent(graph, "ask", "answer");
        parent(graph, "answer", "judge");
        return parent(graph, "judge", "ask", "end").build();
    }

    static Graph missingParent() {
        Graph.Builder graph = workflow()
                .node(step("plan", 0))
                .node(step("work", 5))
                .node(step("join", 8, Mark.WARNING))
                .node(step("sealed", 9, Mark.REDACTED));
        parent(graph, "plan", "work");
        parent(graph, "work", "join");
        parent(graph, "step_01HXLOST", "join");
        return graph.edge("join", "sealed", Kind.CHAIN).build();
    }

    static Graph twoLinkedWorkflows() {
        Graph.Builder graph = Graph.builder()
                .cluster("one", "Buy a desk")
                .cluster("two", "Compare prices")
                .node(new Node("1 plan", "one", "plan", "planner", START, Mark.OK))
                .node(new Node("1 out", "one", "hand over", "dispatch", START + 1, Mark.OK))
                .node(new Node("1 in", "one", "take back", "dispatch", START + 40, Mark.OK))
                .node(new Node("2 root", "two", "open", "", START + 2, Mark.OK))
                .node(new Node("2 shop a", "two", "ask shop A", "http.get", START + 5, Mark.OK))
                .node(new Node("2 shop b", "two", "ask shop B", "http.get", START + 7, Mark.WARNING))
                .node(new Node("2 best", "two", "choose", "model", START + 30, Mark.OK));
        parent(graph, "1 plan", "1 out");
        parent(graph, "1 out", "1 in");
        parent(graph, "2 root", "2 shop a", "2 shop b");
        parent(graph, "2 shop a", "2 best");
        parent(graph, "2 shop b", "2 best");
        return graph.edge("1 out", "2 root", Kind.HANDOVER)
                .edge("2 best", "1 in", Kind.HANDOVER)
                .build();
    }

    /// Layers of five with wires between neighbours, one error in the middle, one missing parent.
    static Graph fiveHundred() {
        Graph.Builder graph = workflow();
        for (int i = 0; i < 500; i++) {
            graph.node(step("step " + i, i * 3L, i == 250 ? Mark.ERROR : Mark.OK));
            if (i >= 5) {
                parent(graph, "step " + (i - 5), "step " + i);
            }
            if (i >= 5 && i % 5 > 0) {
                parent(graph, "step " + (i - 6), "step " + i);
            }
        }
        return parent(graph, "step_01HXLOST", "step 333").build();
    }

    static Graph denseLayers(int width) {
        Graph.Builder graph = workflow();
        for (int i = 0; i < width; i++) {
            graph.node(step("up " + i, i));
            graph.node(step("down " + i, i + 20));
        }
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < width; j++) {
                parent(graph, "up " + i, "down " + j);
            }
        }
        return graph.build();
    }
}
