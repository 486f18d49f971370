package dev.waybill.view.draw;

import static dev.waybill.view.draw.Markup.number;

import dev.waybill.view.draw.Graph.Cluster;
import dev.waybill.view.draw.Graph.Edge;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.TextWidth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A graph as one self-contained SVG: light and dark, readable aloud, marks by shape as well as colour.
public final class SvgGraph {

    /// More boxes than this fit no screen.
    private static final int MOST_STEPS = 120;

    private static final double MARGIN = 24;

    /// A page may shrink the drawing this far; beyond it, letters are too small and it scrolls instead.
    private static final double LEAST_SCALE = 0.72;

    private static final double ROW_WIDTH = 1_400;
    private static final double TEXT_MARGIN = 52;

    private final Excerpt excerpt;
    private final Graph graph;
    private final Map<String, SvgCluster> clusters = new LinkedHashMap<>();
    private double width;
    private double height;

    private SvgGraph(Excerpt excerpt) {
        this.excerpt = excerpt;
        this.graph = excerpt.graph();
    }

    /// The whole file.
    public static String render(Graph graph) {
        return render(graph, MOST_STEPS);
    }

    /// The whole file with another limit on the steps drawn.
    public static String render(Graph graph, int mostSteps) {
        return new SvgGraph(Excerpt.of(graph, mostSteps)).draw(graph);
    }

    private String draw(Graph whole) {
        double boxWidth = boxWidth();
        for (Cluster cluster : graph.clusters()) {
            clusters.put(cluster.id(), new SvgCluster(graph.only(cluster), cluster.title(), boxWidth, excerpt::isGap));
        }
        arrange();
        List<String> notes = excerpt.notes();
        double total = height + notes.size() * 18;
        Markup svg = new Markup();
        svg.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "class",
                "waybill-graph",
                "width",
                number(width),
                "height",
                number(total),
                "viewBox",
                "0 0 " + number(width) + " " + number(total),
                "style",
                "min-width:" + number(width * LEAST_SCALE) + "px",
                "role",
                "img",
                "aria-labelledby",
                "waybill-graph-title waybill-graph-desc");
        svg.element("title", "Steps of the workflow and what each follows", "id", "waybill-graph-title");
        svg.element("desc", description(whole), "id", "waybill-graph-desc");
        svg.open("style").trusted(Resources.text("graph.css")).close().line();
        clusters.values().forEach(cluster -> cluster.drawFrame(svg));
        links(svg);
        clusters.values().forEach(cluster -> cluster.drawSteps(svg));
        for (int i = 0; i < notes.size(); i++) {
            svg.element("text", notes.get(i), "class", "note", "x", number(MARGIN), "y", number(height + 6 + i * 18));
        }
        return svg.close().line().toString();
    }

    /// Wide enough for the labels, within reason.
    private double boxWidth() {
        double widest = graph.nodes().stream()
                .mapToDouble(node -> Math.max(
                        TextWidth.of(SafeText.of(node.label())) * SvgStep.LARGE,
                        (TextWidth.of(SafeText.of(SvgStep.second(node, false))) + 8) * SvgStep.SMALL))
                .max()
                .orElse(0);
        return Math.clamp(TEXT_MARGIN + widest, 170, 260);
    }

    /// Workflows side by side while they fit, then in the next row.
    private void arrange() {
        double x = MARGIN;
        double y = MARGIN;
        double rowHeight = 0;
        for (SvgCluster cluster : clusters.values()) {
            if (x > MARGIN && x + cluster.width() > ROW_WIDTH) {
                x = MARGIN;
                y += rowHeight + MARGIN;
                rowHeight = 0;
            }
            cluster.moveTo(x, y);
            x += cluster.width() + 2 * MARGIN;
            rowHeight = Math.max(rowHeight, cluster.height());
            width = Math.max(width, x - MARGIN);
        }
        height = y + rowHeight + MARGIN;
    }

    private void links(Markup svg) {
        for (Edge link : graph.links()) {
            SvgCluster from = cluster(link.from());
            SvgCluster to = cluster(link.to());
            double y = from.middleOf(link.from());
            double endY = to.middleOf(link.to());
            double start = from.xOf(link.from());
            double end = to.xOf(link.to());
            if (Math.abs(end - start) < (from.width() + to.width()) / 2) {
                linkBelow(svg, start - from.boxWidth() / 2, y, end - to.boxWidth() / 2, endY);
            } else {
                linkBeside(svg, start, y, end, endY, (from.boxWidth() + to.boxWidth()) / 4);
            }
        }
        svg.line();
    }

    /// From the side that faces the other workflow, so that the line leaves the frame at once.
    private static void linkBeside(Markup svg, double start, double y, double end, double endY, double halfBox) {
        double side = end >= start ? 1 : -1;
        double x1 = start + side * halfBox;
        double x2 = end - side * halfBox;
        double pull = side * Math.max(40, Math.abs(x2 - x1) / 2);
        link(svg, x1, y, x1 + pull, x2 - pull, x2, endY, side);
    }

    /// Around the left of the steps between: the other workflow stands below.
    private static void linkBelow(Markup svg, double x1, double y, double x2, double endY) {
        // A curve comes three quarters of the way to its control points: this one touches the margin.
        double outside = MARGIN - (Math.min(x1, x2) - MARGIN) / 3;
        link(svg, x1, y, outside, outside, x2, endY, 1);
    }

    private static void link(
            Markup svg, double x1, double y, double pull1, double pull2, double x2, double endY, double side) {
        String curve = "M" + point(x1, y) + " C" + point(pull1, y) + " " + point(pull2, endY) + " " + point(x2, endY);
        svg.empty("path", "class", "link", "d", curve);
        String head =
                "M" + point(x2 - side * 7, endY - 4) + " L" + point(x2, endY) + " L" + point(x2 - side * 7, endY + 4);
        svg.empty("path", "class", "link head", "d", head);
    }

    private SvgCluster cluster(String node) {
        SvgCluster cluster = clusters.get(graph.node(node).cluster());
        if (cluster == null) {
            throw new IllegalStateException("every step has a workflow");
        }
        return cluster;
    }

    static String point(double x, double y) {
        return number(x) + " " + number(y);
    }

    private String description(Graph whole) {
        Map<Mark, Integer> counts = new LinkedHashMap<>();
        whole.nodes().forEach(node -> counts.merge(node.mark(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        for (Mark mark : Mark.values()) {
            if (mark != Mark.OK && counts.containsKey(mark)) {
                parts.add(counts.get(mark) + " " + mark.word());
            }
        }
        String all = Excerpt.counted(whole.nodes().size(), "step") + " in "
                + Excerpt.counted(whole.clusters().size(), "workflow");
        return all + (parts.isEmpty() ? "" : ": " + String.join(", ", parts)) + ". "
                + String.join(". ", excerpt.notes());
    }
}
