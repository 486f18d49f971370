package dev.waybill.view.draw;

import static dev.waybill.view.draw.Markup.number;
import static dev.waybill.view.draw.SvgGraph.point;

import dev.waybill.view.draw.Structure.Wire;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.TextWidth;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// One workflow of an SVG: its frame, its wires and its steps.
final class SvgCluster {

    private static final double PADDING = 24;
    private static final double TITLE = 34;
    private static final double RETURN_GAP = 14;

    private final Graph graph;
    private final String title;
    private final Layout layout;
    private final Placement placement;
    private final SvgStep step;
    private final int returns;
    private double left;
    private double top;

    SvgCluster(Graph graph, String title, double boxWidth, Predicate<String> isGap) {
        this.graph = graph;
        this.title = title;
        this.layout = new Layout(graph);
        this.placement = new Placement(layout, boxWidth);
        this.step = new SvgStep(graph, boxWidth, isGap);
        this.returns = (int) IntStream.range(0, wires().size())
                .filter(layout.layers()::closesCycle)
                .count();
    }

    double width() {
        double side = returns == 0 ? 0 : 10 + Math.min(returns, 12) * RETURN_GAP;
        return Math.max(placement.width(), 160) + 2 * PADDING + side;
    }

    double height() {
        return placement.height() + TITLE + 2 * PADDING;
    }

    double boxWidth() {
        return placement.boxWidth();
    }

    void moveTo(double x, double y) {
        left = x;
        top = y;
    }

    double xOf(String node) {
        return x(graph.position(node));
    }

    double middleOf(String node) {
        return y(graph.position(node)) + Placement.BOX_HEIGHT / 2;
    }

    void drawFrame(Markup svg) {
        svg.open("g", "class", "workflow");
        svg.empty(
                "rect",
                "class",
                "frame",
                "x",
                number(left),
                "y",
                number(top),
                "width",
                number(width()),
                "height",
                number(height()),
                "rx",
                "14");
        int columns = (int) ((width() - 2 * PADDING) / SvgStep.LARGE);
        svg.open("text", "class", "heading", "x", number(left + PADDING), "y", number(top + 28));
        svg.text(TextWidth.fitMiddle(SafeText.of(title), columns));
        svg.element("title", title).close();
        int returned = 0;
        for (int i = 0; i < wires().size(); i++) {
            if (layout.layers().closesCycle(i)) {
                returnWire(svg, wires().get(i), Math.min(returned++, 11));
            } else {
                wire(svg, i);
            }
        }
        svg.close().line();
    }

    void drawSteps(Markup svg) {
        for (int node : layout.rows()) {
            step.draw(svg, node, x(node), y(node), layout.structure().isItsOwnParent(node));
        }
    }

    /// Down from step to step, through a gap in every layer between.
    private void wire(Markup svg, int wire) {
        int[] route = layout.route(wire);
        double x = x(route[0]);
        double y = y(route[0]) + Placement.BOX_HEIGHT;
        StringBuilder path = new StringBuilder("M" + point(x, y));
        for (int at = 1; at < route.length; at++) {
            double nextX = x(route[at]);
            double nextY = y(route[at]);
            double pull = (nextY - y) / 2;
            path.append(" C").append(point(x, y + pull)).append(' ');
            path.append(point(nextX, nextY - pull)).append(' ').append(point(nextX, nextY));
            x = nextX;
            y = nextY;
            if (at + 1 < route.length) {
                y += Placement.BOX_HEIGHT;
                path.append(" L").append(point(x, y));
            }
        }
        String kind = wires().get(wire).dashed() ? "wire dashed" : "wire";
        svg.empty("path", "class", kind, "d", path.toString());
        head(svg, x, y, "wire head");
    }

    /// Out below its step, up along the right edge and in from above: a cycle nobody can overlook.
    private void returnWire(Markup svg, Wire wire, int rank) {
        double side = left + PADDING + placement.width() + 14 + rank * RETURN_GAP;
        double fromX = x(wire.from()) + boxWidth() / 2 - 24;
        double fromY = y(wire.from()) + Placement.BOX_HEIGHT;
        double toX = x(wire.to()) + boxWidth() / 2 - 24;
        double toY = y(wire.to());
        svg.open(
                "path",
                "class",
                "return",
                "d",
                "M" + point(fromX, fromY) + " V" + number(fromY + 6) + " q0 8 8 8 H"
                        + number(side - 8) + " q8 0 8 -8 V" + number(toY - 6) + " q0 -8 -8 -8 H" + number(toX + 8)
                        + " q-8 0 -8 8 V" + number(toY));
        svg.element("title", "A cycle: " + label(wire.from()) + " leads back to " + label(wire.to()))
                .close();
        head(svg, toX, toY, "return head");
        svg.element(
                "text", "cycle", "class", "cycle", "x", number(side - 6), "y", number(toY - 20), "text-anchor", "end");
    }

    private static void head(Markup svg, double x, double y, String kind) {
        svg.empty(
                "path",
                "class",
                kind,
                "d",
                "M" + point(x - 4, y - 7) + " L" + point(x, y) + " L" + point(x + 4, y - 7));
    }

    private String label(int node) {
        return graph.nodes().get(node).label();
    }

    private List<Wire> wires() {
        return layout.structure().wires();
    }

    private double x(int item) {
        return left + PADDING + placement.x(item);
    }

    private double y(int item) {
        return top + PADDING + TITLE + placement.y(item);
    }
}
