package dev.waybill.app.draw;

import dev.waybill.app.draw.Graph.Cluster;
import dev.waybill.app.draw.Graph.Edge;
import dev.waybill.app.draw.Graph.Kind;
import dev.waybill.app.draw.Graph.Node;
import dev.waybill.app.draw.LaneDrawing.Manner;
import dev.waybill.app.draw.LaneDrawing.Row;
import dev.waybill.app.draw.Structure.Wire;
import dev.waybill.app.terminal.Ansi;
import dev.waybill.app.terminal.SafeText;
import dev.waybill.app.terminal.Style;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.app.terminal.TextWidth;
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
    private final Terminal terminal;
    private final Ansi ansi;
    private final List<Edge> links;
    private final StringBuilder out = new StringBuilder();

    private TerminalGraph(Excerpt excerpt, Terminal terminal) {
        this.excerpt = excerpt;
        this.graph = excerpt.graph();
        this.terminal = terminal;
        this.ansi = terminal.ansi();
        this.links = graph.links();
    }

    /// The drawing, every line ended by a line feed.
    public static String render(Graph graph, Terminal terminal) {
        return render(graph, terminal, MOST_STEPS);
    }

    /// The drawing with another limit on the steps drawn.
    public static String render(Graph graph, Terminal terminal, int mostSteps) {
        return new TerminalGraph(Excerpt.of(graph, mostSteps), terminal).draw();
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
        int mostLanes = Math.clamp((terminal.width() - TEXT_COLUMNS) / 2, 3, 24);
        Manner manner = new Manner(mostLanes, graph.nodes().size() <= ROOMY_STEPS, terminal.unicode());
        List<Row> rows = new LaneDrawing(part, layout, manner, words(part, layout)).rows();
        int lanes = rows.stream().mapToInt(row -> row.line().columns()).max().orElse(0);
        StepText text = new StepText(part, terminal, terminal.width() - lanes - 2, excerpt::isGap);
        line(ansi.paint(Style.STRONG, text.title(cluster.title())));
        for (Row row : rows) {
            String left = row.line().render(terminal.unicode(), ansi, lanes + 2);
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
        String loop = terminal.unicode() ? "↺ a cycle: " : "a cycle: ";
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
                ? (terminal.unicode() ? "⇢ " : "=> ") + (handover ? "hands over to " : "leads to ")
                : (terminal.unicode() ? "⇠ " : "<= ") + (handover ? "handed over by " : "follows ");
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
                .map(mark -> ansi.paint(mark.style(), mark.sign(terminal.unicode()) + " " + mark.word()))
                .toList();
        if (!legend.isEmpty()) {
            line(String.join("   ", legend));
        }
        excerpt.notes()
                .forEach(note -> line(ansi.paint(Style.DIM, TextWidth.fit(SafeText.of(note), terminal.width()))));
    }

    private void line(String text) {
        String plain = terminal.unicode() ? text : ascii(text);
        out.append(plain.stripTrailing()).append('\n');
    }

    /// The last door when the output is not UTF-8: our own signs have a plain form, labels keep their letters.
    private static String ascii(String text) {
        return text.replace("…", "...").replace(" · ", " - ");
    }
}
