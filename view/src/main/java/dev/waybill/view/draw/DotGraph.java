package dev.waybill.view.draw;

import dev.waybill.view.draw.Graph.Cluster;
import dev.waybill.view.draw.Graph.Edge;
import dev.waybill.view.draw.Graph.Node;
import dev.waybill.view.text.SafeText;
import java.util.LinkedHashMap;
import java.util.Map;

/// A graph in the language of Graphviz, every edge included, chain links too.
public final class DotGraph {

    /// Above this many steps the file holds an excerpt and says so.
    public static final int LIMIT = 100_000;

    private DotGraph() {}

    public static String render(Graph whole) {
        return render(whole, LIMIT);
    }

    static String render(Graph whole, int limit) {
        Excerpt excerpt = Excerpt.of(whole, limit);
        Graph graph = excerpt.graph();
        StringBuilder out = new StringBuilder("digraph waybill {\n");
        excerpt.notes().forEach(note -> out.append("  // ").append(note).append('\n'));
        out.append("  rankdir=TB;\n");
        out.append("  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11];\n");
        out.append("  edge [arrowsize=0.7];\n");
        nodes(graph, excerpt, out);
        for (Edge edge : graph.edges()) {
            out.append("  n").append(graph.position(edge.from()));
            out.append(" -> n")
                    .append(graph.position(edge.to()))
                    .append(style(edge))
                    .append(";\n");
        }
        return out.append("}\n").toString();
    }

    private static void nodes(Graph graph, Excerpt excerpt, StringBuilder out) {
        Map<String, StringBuilder> clusters = new LinkedHashMap<>();
        for (Cluster cluster : graph.clusters()) {
            clusters.put(cluster.id(), new StringBuilder());
        }
        for (Node node : graph.nodes()) {
            clusters.computeIfAbsent(node.cluster(), _ -> new StringBuilder())
                    .append("    n")
                    .append(graph.position(node.id()))
                    .append(" [label=")
                    .append(label(node))
                    .append(style(node, excerpt))
                    .append("];\n");
        }
        int number = 0;
        for (Cluster cluster : graph.clusters()) {
            out.append("  subgraph cluster_").append(number++).append(" {\n");
            out.append("    label=\"").append(escaped(cluster.title())).append("\";\n");
            out.append(clusters.get(cluster.id())).append("  }\n");
        }
    }

    /// The mark is a word in the label: a printed drawing has no colours.
    private static String label(Node node) {
        String label = escaped(node.label());
        if (node.mark() != Mark.OK) {
            label += "\\n" + node.mark().word();
        }
        if (!node.detail().isEmpty()) {
            label += "\\n" + escaped(node.detail());
        }
        return '"' + label + '"';
    }

    private static String style(Node node, Excerpt excerpt) {
        if (excerpt.isGap(node.id())) {
            return ", shape=plaintext";
        }
        return switch (node.mark()) {
            case OK -> "";
            case WARNING -> ", color=\"#8f5d00\"";
            case ERROR, FAILED -> ", color=\"#c4262e\", penwidth=2";
            case CANCELLED, SKIPPED -> ", color=\"#5c6670\"";
            case MISSING -> ", color=\"#7a4bd0\", style=\"rounded,dashed\"";
            case REDACTED -> ", color=\"#1766b8\", style=\"rounded,dotted\"";
        };
    }

    private static String style(Edge edge) {
        return switch (edge.kind()) {
            case PARENT -> "";
            case CHAIN -> " [style=dotted, constraint=false, arrowhead=empty]";
            case HANDOVER -> " [style=dashed, color=\"#1766b8\"]";
        };
    }

    /// Graphviz reads backslash escapes and, in some fields, `&` entities.
    private static String escaped(String text) {
        return SafeText.of(text).replace("\\", "\\\\").replace("\"", "\\\"").replace("&", "&amp;");
    }
}
