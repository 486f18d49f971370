package dev.waybill.view.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import dev.waybill.view.draw.LaneDrawing.Manner;
import dev.waybill.view.draw.LaneDrawing.Row;
import dev.waybill.view.text.Ansi;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Reads the drawing back with its own rules: whoever stands in a lane follows all that entered it.
class LaneDrawingTest {

    private static final String LEADS_DOWN = "│┊├┤┬┼╮╭╷";
    private static final String LEADS_UP = "│┊├┤┴┼╯╰╵";
    private static final String JOINED = "├┤┬┴┼╮╭╯╰";

    private static final LaneDrawing.Words SILENT = new LaneDrawing.Words() {
        @Override
        public List<String> notes(int node) {
            return List.of();
        }

        @Override
        public boolean isGap(int node) {
            return false;
        }
    };

    @Test
    void theDrawingSaysExactlyWhatTheGraphSays() {
        Seeds.check(500, random -> {
            Graph graph = RandomGraphs.acyclic(random, 14);
            Manner manner = new Manner(40, random.nextBoolean(), true);
            List<Row> rows = new LaneDrawing(graph, new Layout(graph), manner, SILENT).rows();
            Set<String> drawn = new TreeSet<>(read(rows));
            Set<String> meant = new TreeSet<>();
            Structure.of(graph).wires().forEach(wire -> meant.add(wire.from() + ">" + wire.to()));
            assertThat(drawn).isEqualTo(meant);
        });
    }

    private static List<String> read(List<Row> rows) {
        List<String> edges = new ArrayList<>();
        List<Set<Integer>> sources = new ArrayList<>();
        for (int lane = 0; lane < 60; lane++) {
            sources.add(new TreeSet<>());
        }
        int hub = -1;
        for (Row row : rows) {
            String line = row.line().render(true, Ansi.OFF, 120);
            if (row.node() >= 0) {
                hub = line.indexOf('●') / 2;
                sources.get(hub).forEach(source -> edges.add(source + ">" + row.node()));
                sources.set(hub, new TreeSet<>(List.of(row.node())));
                for (int lane = 0; lane < sources.size(); lane++) {
                    if (line.charAt(2 * lane) == ' ') {
                        sources.get(lane).clear();
                    }
                }
            } else {
                connect(line, hub, sources);
                hub = -1;
            }
        }
        return edges;
    }

    private static void connect(String line, int hub, List<Set<Integer>> sources) {
        Set<Integer> entering = new TreeSet<>();
        for (int lane = 0; lane < sources.size(); lane++) {
            char glyph = line.charAt(2 * lane);
            boolean ends = JOINED.indexOf(glyph) >= 0 && LEADS_DOWN.indexOf(glyph) < 0;
            if (ends || (lane == hub && JOINED.indexOf(glyph) >= 0)) {
                entering.addAll(sources.get(lane));
            }
        }
        for (int lane = 0; lane < sources.size(); lane++) {
            char glyph = line.charAt(2 * lane);
            Set<Integer> after = new TreeSet<>();
            if (LEADS_UP.indexOf(glyph) >= 0 && LEADS_DOWN.indexOf(glyph) >= 0) {
                after.addAll(sources.get(lane));
            }
            if (JOINED.indexOf(glyph) >= 0 && LEADS_DOWN.indexOf(glyph) >= 0) {
                after.addAll(entering);
            }
            sources.set(lane, after);
        }
    }

    @Test
    void everyStepHasOneRowWhateverTheGraph() {
        Seeds.check(300, random -> {
            Graph graph = RandomGraphs.any(random, 40);
            Manner manner = new Manner(3 + random.nextInt(8), false, true);
            List<Row> rows = new LaneDrawing(graph, new Layout(graph), manner, SILENT).rows();
            assertThat(rows.stream().filter(row -> row.node() >= 0).map(Row::node))
                    .hasSize(graph.nodes().size())
                    .doesNotHaveDuplicates();
        });
    }
}
