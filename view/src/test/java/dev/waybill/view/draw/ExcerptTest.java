package dev.waybill.view.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import dev.waybill.view.draw.Graph.Kind;
import dev.waybill.view.draw.Graph.Node;
import org.junit.jupiter.api.Test;

class ExcerptTest {

    @Test
    void aGraphThatFitsIsShownWhole() {
        Graph graph = Samples.linear(60);
        Excerpt excerpt = Excerpt.of(graph, 60);
        assertThat(excerpt.graph()).isSameAs(graph);
        assertThat(excerpt.notes()).isEmpty();
    }

    @Test
    void theMiddleOfALongChainBecomesOneGapThatCounts() {
        Excerpt excerpt = Excerpt.of(Samples.linear(10_000), 60);
        assertThat(excerpt.graph().nodes()).hasSize(61);
        assertThat(excerpt.graph().nodes()).extracting(Node::label).contains("… 9,940 steps not drawn");
        assertThat(excerpt.notes())
                .containsExactly("60 steps of 10,000 drawn: problems first, then the first and last layers");
    }

    @Test
    void problemsAreAlwaysShown() {
        Excerpt excerpt = Excerpt.of(Samples.fiveHundred(), 20);
        assertThat(excerpt.graph().nodes()).extracting(Node::id).contains("step 250", "step_01HXLOST");
    }

    @Test
    void theEndsOfACycleAreShownWhereverItLies() {
        Graph.Builder cyclic = Graph.builder();
        for (int i = 0; i < 1_000; i++) {
            cyclic.node(Samples.step("s" + i, i)).edge("s" + i, "s" + (i + 1), Kind.PARENT);
        }
        Excerpt excerpt = Excerpt.of(cyclic.edge("s600", "s400", Kind.PARENT).build(), 20);
        assertThat(excerpt.graph().nodes()).extracting(Node::id).contains("s400", "s600");
    }

    @Test
    void problemsBeyondTheLimitAreCounted() {
        Graph.Builder ruin = Graph.builder();
        for (int i = 0; i < 1_000; i++) {
            ruin.node(Samples.step("s" + i, i, Mark.ERROR));
        }
        assertThat(Excerpt.of(ruin.build(), 40).notes())
                .contains("960 steps with problems not drawn; the findings list them all");
    }

    @Test
    void workflowsWithoutAShownStepAreCounted() {
        Graph.Builder many = Graph.builder();
        for (int i = 0; i < 500; i++) {
            many.node(new Node("s" + i, "w" + i, "s", "", null, Mark.OK));
        }
        Excerpt excerpt = Excerpt.of(many.build(), 40);
        assertThat(excerpt.graph().clusters()).hasSize(40);
        assertThat(excerpt.notes()).contains("460 workflows not drawn");
    }

    @Test
    void nothingIsLostAndNoCycleIsInvented() {
        Seeds.check(200, random -> {
            Graph graph = RandomGraphs.acyclic(random, 60);
            Excerpt excerpt = Excerpt.of(graph, 8);
            long shown = excerpt.graph().nodes().stream()
                    .filter(node -> !excerpt.isGap(node.id()))
                    .count();
            long hidden = excerpt.graph().nodes().stream()
                    .filter(node -> excerpt.isGap(node.id()))
                    .mapToLong(node -> Long.parseLong(node.label().split(" ", -1)[1]))
                    .sum();
            assertThat(shown + hidden).isEqualTo(graph.nodes().size());
            Structure structure = Structure.of(excerpt.graph());
            Layers layers = Layers.of(structure);
            for (int i = 0; i < structure.wires().size(); i++) {
                assertThat(layers.closesCycle(i)).isFalse();
            }
        });
    }
}
