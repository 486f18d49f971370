package dev.waybill.view.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.view.draw.Graph.Kind;
import dev.waybill.view.draw.Graph.Node;
import dev.waybill.view.text.Surface;
import org.junit.jupiter.api.Test;

class GraphTest {

    @Test
    void aStepThatOnlyAnEdgeNamesIsMissing() {
        Graph graph = Samples.missingParent();
        Node lost = graph.node("step_01HXLOST");
        assertThat(lost.mark()).isEqualTo(Mark.MISSING);
        assertThat(lost.cluster()).isEqualTo("wf");
    }

    @Test
    void aSecondStepOfTheSameIdIsKeptAsAnError() {
        Graph graph = Graph.builder()
                .node(Samples.step("a", 0))
                .node(Samples.step("a", 1))
                .build();
        assertThat(graph.nodes()).extracting(Node::id).containsExactly("a", "a (2)");
        assertThat(graph.nodes()).extracting(Node::mark).containsExactly(Mark.OK, Mark.ERROR);
    }

    @Test
    void anEdgeBetweenTwoUnknownStepsIsStillDrawn() {
        Graph graph = Graph.builder().edge("x", "y", Kind.PARENT).build();
        assertThat(TerminalGraph.render(graph, Surface.PLAIN)).contains("◌  x", "◌  y");
    }

    @Test
    void aWorkflowsPartHoldsItsOwnStepsAndEdges() {
        Graph graph = Samples.twoLinkedWorkflows();
        Graph part = graph.only(graph.clusters().get(1));
        assertThat(part.nodes()).hasSize(4);
        assertThat(part.edges()).hasSize(4).allMatch(edge -> edge.kind() == Kind.PARENT);
        assertThat(graph.links()).hasSize(2).allMatch(edge -> edge.kind() == Kind.HANDOVER);
    }
}
