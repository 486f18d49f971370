package dev.waybill.view.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import dev.waybill.view.draw.Graph.Kind;
import dev.waybill.view.draw.Structure.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTest {

    @Test
    void everyWireLeadsDownExceptThoseThatCloseACycle() {
        Seeds.check(300, random -> {
            Structure structure = Structure.of(RandomGraphs.any(random, 30));
            Layers layers = Layers.of(structure);
            List<Wire> wires = structure.wires();
            for (int i = 0; i < wires.size(); i++) {
                int from = layers.of(wires.get(i).from());
                int to = layers.of(wires.get(i).to());
                assertThat(layers.closesCycle(i) || from < to).isTrue();
            }
        });
    }

    @Test
    void aGraphWithoutCyclesHasNoReturningWire() {
        Seeds.check(200, random -> {
            Structure structure = Structure.of(RandomGraphs.acyclic(random, 30));
            Layers layers = Layers.of(structure);
            for (int i = 0; i < structure.wires().size(); i++) {
                assertThat(layers.closesCycle(i)).isFalse();
            }
        });
    }

    @Test
    void aChainOfAHundredThousandStepsNeedsNoDeepStack() {
        Layers layers = Layers.of(Structure.of(Samples.linear(100_000)));
        assertThat(layers.count()).isEqualTo(100_000);
    }

    @Test
    void aMissingParentStandsRightAboveItsChild() {
        Graph graph = Samples.missingParent();
        Layers layers = Layers.of(Structure.of(graph));
        assertThat(layers.of(graph.position("step_01HXLOST"))).isEqualTo(layers.of(graph.position("join")) - 1);
    }

    @Test
    void chainLinksShapeOnlyWhatHasNoParents() {
        Structure structure = Structure.of(Graph.builder()
                .node(Samples.step("a", 0))
                .node(Samples.step("b", 1))
                .node(Samples.step("c", 2))
                .edge("a", "b", Kind.PARENT)
                .edge("a", "c", Kind.PARENT)
                .edge("b", "c", Kind.CHAIN)
                .build());
        assertThat(structure.wires()).containsExactly(new Wire(0, 1, false), new Wire(0, 2, false));
    }

    @Test
    void sweepsRemoveCrossingsThatNeedNotBe() {
        Graph graph = Graph.builder()
                .node(Samples.step("a", 0))
                .node(Samples.step("b", 0))
                .node(Samples.step("under b", 1))
                .node(Samples.step("under a", 1))
                .edge("a", "under a", Kind.PARENT)
                .edge("b", "under b", Kind.PARENT)
                .build();
        assertThat(new Layout(graph).rows()).containsExactly(0, 1, 3, 2);
    }

    @Test
    void boxesNeverOverlap() {
        Seeds.check(150, random -> {
            Layout layout = new Layout(RandomGraphs.any(random, 25));
            Placement placement = new Placement(layout, 100);
            for (int[] layer : layout.order()) {
                for (int at = 1; at < layer.length; at++) {
                    boolean boxes = !layout.isBend(layer[at]) && !layout.isBend(layer[at - 1]);
                    double distance = placement.x(layer[at]) - placement.x(layer[at - 1]);
                    assertThat(distance).isGreaterThan(boxes ? 120 : 20);
                }
            }
        });
    }

    @Test
    void aForkIsDrawnWithItsChildrenAroundIt() {
        Graph graph = Samples.forkJoin();
        Placement placement = new Placement(new Layout(graph), 100);
        assertThat(placement.x(graph.position("plan"))).isEqualTo(placement.x(graph.position("fetch")));
        assertThat(placement.x(graph.position("report"))).isEqualTo(placement.x(graph.position("fetch")));
    }
}
