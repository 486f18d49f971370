package dev.waybill.view.evidence;

import dev.waybill.evidence.query.Answer;
import dev.waybill.evidence.query.EvidenceGraph;
import dev.waybill.view.draw.Graph;
import dev.waybill.view.draw.Mark;

/// The records of an answer and what they follow, for drawing: one frame for each system.
public final class AnswerGraph {

    private AnswerGraph() {}

    public static Graph of(Answer answer) {
        Graph.Builder graph = Graph.builder();
        answer.graph().nodes().stream()
                .map(EvidenceGraph.Node::cluster)
                .distinct()
                .forEach(cluster -> graph.cluster(cluster, cluster));
        answer.graph()
                .nodes()
                .forEach(node -> graph.node(new Graph.Node(
                        node.key(), node.cluster(), node.label(), node.detail(), node.time(), mark(node.state()))));
        answer.graph().edges().forEach(edge -> graph.edge(edge.from(), edge.to(), Graph.Kind.PARENT));
        return graph.build();
    }

    private static Mark mark(EvidenceGraph.State state) {
        return switch (state) {
            case OK -> Mark.OK;
            case WARNING -> Mark.WARNING;
            case ERROR -> Mark.ERROR;
            case MISSING -> Mark.MISSING;
        };
    }
}
