package dev.waybill.view.draw;

import dev.waybill.view.draw.Graph.Cluster;
import dev.waybill.view.draw.Graph.Edge;
import dev.waybill.view.draw.Graph.Kind;
import dev.waybill.view.draw.Graph.Node;
import dev.waybill.view.draw.LaneDrawing.Manner;
import dev.waybill.view.draw.LaneDrawing.Row;
import dev.waybill.view.draw.Structure.Wire;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.TextWidth;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// A graph as text for a terminal: one block per workflow, one row per step.
/// Fits the terminal's width, and falls back to plain characters where others cannot be shown.
public final class TerminalGraph {

    /// More rows than this are a wall, not a picture.
    private static final int MOST_STEPS = 60;

    private static final int ROOMY_STEPS = 24;
    private static final int TEXT_COLUMNS = 36;

    private final Excerpt excerpt;
    private final Graph graph;
    private final Surface surface;
    private final Ansi ansi;
    private final List<Edge> links;
    private final StringBuilder out = new StringBuilder();

    private TerminalGraph(Excerpt excerpt, Surface surface) {
        this.excerpt = excerpt;
        this.graph = excerpt.graph();
        this.surface = surface;
        this.ansi = surface.ansi();
        this.links = graph.links();
    }

    /// The drawing, every line ended by a line feed.
    public static String render(Graph graph, Surface surface) {
        return render(graph, surface, MOST_STEPS);
    }

    /// The drawing with another limit on the steps drawn.
    public static String render(Graph graph, Surface surface, int mostSteps) {
        return new TerminalGraph(Excerpt.of(graph, mostSteps), surface).draw();
    }

    private String draw() {
        for (Cluster cluster : graph.clusters()) {
            if (!out.isEmpty()) {
                out.append('\n');
            }
            block(cluster);
        }
        footer();
        return out.toString();
    }

    private void block(Cluster cluster) {
        Graph part = graph.only(cluster);
        Layout layout = new Layout(part);
        int mostLanes = Math.clamp((surface.width() - TEXT_COLUMNS) / 2, 3, 24);
        Manner manner = new Manner(mostLanes, graph.nodes().size() <= ROOMY_STEPS, surface.unicode());
        List<Row> rows = new LaneDrawing(part, layout, manner, words(part, layout)).rows();
        int lanes = rows.stream().mapToInt(row -> row.line().columns()).max().orElse(0);
        StepText text = new StepText(part, surface, surface.width() - lanes - 2, excerpt::isGap);
        line(ansi.paint(Style.STRONG, text.title(cluster.title())));
        for (Row row : rows) {
            String left = row.line().render(surface.unicode(), ansi, lanes + 2);
            if (row.node() >= 0) {
                line(left + text.step(row.node()));
            } else if (row.note() != null) {
                line(left + text.note(row.note()));
            } else {
                line(left);
            }
        }
    }

    private LaneDrawing.Words words(Graph part, Layout layout) {
        return new LaneDrawing.Words() {
            @Override
            public List<String> notes(int node) {
                return TerminalGraph.this.notes(part, layout, node);
            }

            @Override
            public boolean isGap(int node) {
                return excerpt.isGap(part.nodes().get(node).id());
            }
        };
    }

    /// What the lanes cannot say about a step: cycles in words, and the way to other workflows.
    private List<String> notes(Graph part, Layout layout, int node) {
        List<String> notes = new ArrayList<>();
        String loop = surface.unicode() ? "↺ a cycle: " : "a cycle: ";
        if (layout.structure().isItsOwnParent(node)) {
            notes.add(loop + "names itself as its parent");
        }
        List<Wire> wires = layout.structure().wires();
        for (int i = 0; i < wires.size(); i++) {
            if (layout.layers().closesCycle(i) && wires.get(i).from() == node) {
                String target = part.nodes().get(wires.get(i).to()).label();
                notes.add(loop + "leads back up to " + target);
            }
        }
        String id = part.nodes().get(node).id();
        links.stream()
                .filter(link -> link.from().equals(id) || link.to().equals(id))
                .forEach(link -> notes.add(linkNote(link, link.from().equals(id))));
        return notes;
    }

    private String linkNote(Edge link, boolean leaves) {
        Node other = graph.node(leaves ? link.to() : link.from());
        boolean handover = link.kind() == Kind.HANDOVER;
        String words = leaves
                ? (surface.unicode() ? "⇢ " : "=> ") + (handover ? "hands over to " : "leads to ")
                : (surface.unicode() ? "⇠ " : "<= ") + (handover ? "handed over by " : "follows ");
        return words + other.label() + " in " + graph.title(other.cluster());
    }

    private void footer() {
        Set<Mark> seen = EnumSet.noneOf(Mark.class);
        graph.nodes().forEach(node -> seen.add(node.mark()));
        seen.remove(Mark.OK);
        if (seen.isEmpty() && excerpt.notes().isEmpty()) {
            return;
        }
        out.append('\n');
        List<String> legend = seen.stream()
                .map(mark -> ansi.paint(mark.style(), mark.sign(surface.unicode()) + " " + mark.word()))
                .toList();
        if (!legend.isEmpty()) {
            line(String.join("   ", legend));
        }
        excerpt.notes().forEach(note -> line(ansi.paint(Style.DIM, TextWidth.fit(SafeText.of(note), surface.width()))));
    }

    private void line(String text) {
        String plain = surface.unicode() ? text : ascii(text);
        out.append(plain.stripTrailing()).append('\n');
    }

    /// The last door when the output is not UTF-8: our own signs have a plain form, labels keep their letters.
    private static String ascii(String text) {
        return text.replace("…", "...").replace(" · ", " - ");
    }
}
