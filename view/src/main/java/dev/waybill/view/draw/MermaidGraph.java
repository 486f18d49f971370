package dev.waybill.view.draw;

import dev.waybill.view.draw.Graph.Cluster;
import dev.waybill.view.draw.Graph.Edge;
import dev.waybill.view.draw.Graph.Kind;
import dev.waybill.view.draw.Graph.Node;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.TextWidth;
import java.util.List;
import java.util.stream.Stream;

/// A graph in the language of Mermaid, which forges and editors draw inside Markdown.
/// Mermaid itself refuses more than 500 edges and long texts, so the limits here are lower than
/// elsewhere; the file says what it leaves out.
public final class MermaidGraph {

    /// Above this many steps the file holds an excerpt and says so.
    public static final int LIMIT = 300;

    /// Mermaid's own default limit.
    static final int MOST_EDGES = 500;

    private static final int LABEL_COLUMNS = 60;
    private static final String PLAIN = " _.,:/+-()=·…";

    private MermaidGraph() {}

    public static String render(Graph whole) {
        Excerpt excerpt = Excerpt.of(whole, LIMIT);
        Graph graph = excerpt.graph();
        StringBuilder out = new StringBuilder("flowchart TD\n");
        excerpt.notes().forEach(note -> out.append("  %% ").append(note).append('\n'));
        for (int i = 0; i < graph.clusters().size(); i++) {
            cluster(graph, excerpt, i, out);
        }
        edges(graph, out);
        out.append("  classDef warning stroke:#8f5d00,stroke-width:2px\n");
        out.append("  classDef error stroke:#c4262e,stroke-width:3px\n");
        out.append("  classDef failed stroke:#c4262e,stroke-width:3px\n");
        out.append("  classDef cancelled stroke:#5c6670\n");
        out.append("  classDef skipped stroke:#5c6670\n");
        out.append("  classDef missing stroke:#7a4bd0,stroke-dasharray:5 4\n");
        out.append("  classDef redacted stroke:#1766b8,stroke-dasharray:2 3\n");
        return out.toString();
    }

    private static void cluster(Graph graph, Excerpt excerpt, int number, StringBuilder out) {
        Cluster cluster = graph.clusters().get(number);
        out.append("  subgraph w").append(number).append("[\"").append(escaped(cluster.title()));
        out.append("\"]\n");
        for (Node node : graph.nodes()) {
            if (node.cluster().equals(cluster.id())) {
                out.append("    n")
                        .append(graph.position(node.id()))
                        .append(box(node, excerpt))
                        .append('\n');
            }
        }
        out.append("  end\n");
    }

    private static String box(Node node, Excerpt excerpt) {
        if (excerpt.isGap(node.id())) {
            return "([\"" + escaped(node.label()) + "\"])";
        }
        String text = escaped(node.label());
        if (node.mark() != Mark.OK) {
            text += "<br/>" + node.mark().word();
        }
        if (!node.detail().isEmpty()) {
            text += "<br/>" + escaped(node.detail());
        }
        return "[\"" + text + "\"]"
                + (node.mark() == Mark.OK ? "" : ":::" + node.mark().word());
    }

    /// Parents and hand-overs first: when the limit cuts, it cuts chain links.
    private static void edges(Graph graph, StringBuilder out) {
        List<Edge> edges = Stream.concat(
                        graph.edges().stream().filter(edge -> edge.kind() != Kind.CHAIN),
                        graph.edges().stream().filter(edge -> edge.kind() == Kind.CHAIN))
                .toList();
        edges.stream().limit(MOST_EDGES).forEach(edge -> {
            String arrow = switch (edge.kind()) {
                case PARENT -> " --> ";
                case CHAIN -> " -.-> ";
                case HANDOVER -> " ==> ";
            };
            out.append("  n").append(graph.position(edge.from())).append(arrow);
            out.append('n').append(graph.position(edge.to())).append('\n');
        });
        if (edges.size() > MOST_EDGES) {
            out.append("  %% ").append(Excerpt.counted(edges.size() - MOST_EDGES, "edge"));
            out.append(" not written: Mermaid draws at most ")
                    .append(MOST_EDGES)
                    .append('\n');
        }
    }

    /// Letters, digits and a few harmless signs stay; everything else becomes a numbered entity.
    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        TextWidth.fit(SafeText.of(text), LABEL_COLUMNS).codePoints().forEach(c -> {
            if (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0) {
                out.appendCodePoint(c);
            } else {
                out.append('#').append(c).append(';');
            }
        });
        return out.toString();
    }
}
