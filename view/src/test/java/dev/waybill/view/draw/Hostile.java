package dev.waybill.view.draw;

import dev.waybill.view.draw.Graph.Kind;
import dev.waybill.view.draw.Graph.Node;
import java.util.List;

/// Labels written by someone who wants to break the drawing, the page or the terminal.
final class Hostile {

    static final List<String> LABELS = List.of(
            "\"quotes\" 'and' \\ backslash\\",
            "two\nlines\r\nVERIFIED",
            "</svg><script>alert(1)</script>",
            "]]><!--",
            "</title></style><img src=x onerror=alert(1)>",
            "\"]; click n0 \"javascript:alert(1)\" %%",
            "end\n  n0 --> n1; A[\"`x`\"]#quot;",
            "\"]; } digraph evil { a -> b [label=\"",
            "\u001b[2J\u001b[31mred\u0007\u009b",
            "a\u202Eb\u2066c\u200Bd",
            "e" + "\u0301".repeat(50),
            "&lt;already&gt; &amp; \ud800",
            "x".repeat(5_000),
            "");

    private Hostile() {}

    /// Every hostile label as id, label, detail and title.
    static Graph graph() {
        Graph.Builder graph = Graph.builder();
        for (int i = 0; i < LABELS.size(); i++) {
            String label = LABELS.get(i);
            Mark mark = i % 3 == 0 ? Mark.ERROR : i % 3 == 1 ? Mark.MISSING : Mark.OK;
            graph.cluster("c" + i % 3 + label, label);
            graph.node(new Node(i + label, "c" + i % 3 + label, label, label, i % 2 == 0 ? Long.MAX_VALUE : -1L, mark));
            graph.edge(i + label, (i + 1) + label, Kind.PARENT);
            graph.edge(i + label, "0" + LABELS.getFirst(), Kind.HANDOVER);
        }
        return graph.build();
    }
}
