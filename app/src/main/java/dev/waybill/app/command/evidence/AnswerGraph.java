package dev.waybill.app.command.evidence;

import dev.waybill.app.draw.Graph;
import dev.waybill.app.draw.Mark;
import dev.waybill.evidence.query.Answer;
import dev.waybill.evidence.query.EvidenceGraph;

/// The records of an answer and what they follow, for drawing: one frame for each system.
final class AnswerGraph {

    private AnswerGraph() {}

    static Graph of(Answer answer) {
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
