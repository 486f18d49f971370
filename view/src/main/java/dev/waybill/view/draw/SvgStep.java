package dev.waybill.view.draw;

import static dev.waybill.view.draw.Markup.number;
import static dev.waybill.view.draw.SvgGraph.point;

import dev.waybill.view.draw.Graph.Node;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.TextWidth;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// One step of an SVG: a box with its mark, its label and a quieter second line.
final class SvgStep {

    /// Columns in pixels, generous: nobody knows the reader's font.
    static final double LARGE = 8.1;

    static final double SMALL = 6.6;

    private static final double TEXT_LEFT = 38;

    private final Graph graph;
    private final double width;
    private final Predicate<String> isGap;
    private final OptionalLong start;

    SvgStep(Graph graph, double width, Predicate<String> isGap) {
        this.graph = graph;
        this.width = width;
        this.isGap = isGap;
        this.start = graph.nodes().stream()
                .map(Node::time)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .min();
    }

    void draw(Markup svg, int position, double middle, double y, boolean ownParent) {
        Node node = graph.nodes().get(position);
        double x = middle - width / 2;
        if (isGap.test(node.id())) {
            drawGap(svg, node, middle, y);
            return;
        }
        svg.open("g", "class", "step " + node.mark().word());
        svg.element("title", fullText(node, ownParent));
        rectangle(svg, x, y);
        drawMark(svg, node.mark(), x + 20, y + Placement.BOX_HEIGHT / 2);
        drawWords(svg, node.label(), second(node, ownParent), offset(node), x, y);
        svg.close().line();
    }

    /// One line when the label says it all, else two.
    private void drawWords(Markup svg, String label, String second, String time, double x, double y) {
        double base = second.isEmpty() ? y + 32 : y + 41;
        double room = width - TEXT_LEFT - 10;
        double timeRoom = time.length() * SMALL + 6;
        if (second.isEmpty()) {
            text(svg, label, "label", x + TEXT_LEFT, base, (room - timeRoom) / LARGE);
        } else {
            text(svg, label, "label", x + TEXT_LEFT, y + 23, room / LARGE);
            text(svg, second, "detail", x + TEXT_LEFT, base, (room - timeRoom) / SMALL);
        }
        svg.element(
                "text", time, "class", "time", "x", number(x + width - 10), "y", number(base), "text-anchor", "end");
    }

    private void drawGap(Markup svg, Node node, double middle, double y) {
        svg.open("g", "class", "gap");
        rectangle(svg, middle - width / 2, y);
        String label = TextWidth.fit(SafeText.of(node.label()), (int) ((width - 12) / SMALL));
        svg.element("text", label, "x", number(middle), "y", number(y + 31), "text-anchor", "middle");
        svg.close().line();
    }

    private void rectangle(Markup svg, double x, double y) {
        svg.empty(
                "rect",
                "x",
                number(x),
                "y",
                number(y),
                "width",
                number(width),
                "height",
                number(Placement.BOX_HEIGHT),
                "rx",
                "10");
    }

    private static void text(Markup svg, String text, String kind, double x, double y, double columns) {
        String fitted = TextWidth.fit(SafeText.of(text), (int) columns);
        svg.element("text", fitted, "class", kind, "x", number(x), "y", number(y));
    }

    /// The quieter line: the mark as a word, then the detail.
    static String second(Node node, boolean ownParent) {
        String word = node.mark() == Mark.OK ? "" : node.mark().word();
        if (ownParent) {
            word = "its own parent";
        }
        return word + (word.isEmpty() || node.detail().isEmpty() ? "" : " · ") + node.detail();
    }

    private String offset(Node node) {
        Long time = node.time();
        return time == null || start.isEmpty() ? "" : "+" + TimeText.distance(time - start.getAsLong());
    }

    private static String fullText(Node node, boolean ownParent) {
        Long time = node.time();
        return node.label() + " · " + second(node, ownParent) + (time == null ? "" : " · " + TimeText.moment(time))
                + (node.label().equals(node.id()) ? "" : " · " + node.id());
    }

    /// A disc with a tick, an exclamation mark, a cross, a square, a question mark or bars.
    static void drawMark(Markup svg, Mark mark, double x, double y) {
        svg.empty("circle", "class", "disc", "cx", number(x), "cy", number(y), "r", "9");
        String path = switch (mark) {
            case OK -> "M" + point(x - 4, y) + " l3 3.2 l5.2 -6";
            case WARNING -> "M" + point(x, y - 5) + " v5.6 M" + point(x, y + 4) + " v.6";
            case ERROR, FAILED -> "M" + point(x - 3.4, y - 3.4) + " l6.8 6.8 m0 -6.8 l-6.8 6.8";
            case MISSING ->
                "M" + point(x - 2.8, y - 2.4) + " q0 -3 2.8 -3 q2.8 0 2.8 2.6 q0 2 -2.8 3 v.8 M" + point(x, y + 4.4)
                        + " v.6";
            case CANCELLED -> "M" + point(x - 3, y - 3) + " h6 v6 h-6 z";
            case SKIPPED -> "M" + point(x - 4, y) + " h8";
            case REDACTED -> "M" + point(x - 4, y - 1.6) + " h8 M" + point(x - 4, y + 1.6) + " h8";
        };
        svg.empty("path", "class", "sign", "d", path);
    }
}
