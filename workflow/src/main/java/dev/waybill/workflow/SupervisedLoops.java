package dev.waybill.workflow;

import java.util.ArrayList;
import java.util.List;

/// The loops of supervisors and their dispatches as an engine walks them.
///
/// A supervisor that feeds a dispatch is a loop, whatever the author drew: missing edges between the two are added. Who
/// decides has no say in when the loop is left, the dispatch has, which acts on the decision; so an edge from the
/// supervisor to a place from where no way leads back leaves from the dispatch.
final class SupervisedLoops {

    private final List<String> ids;
    private final List<String> typeIds;
    private final List<WorkflowEdge> edges;

    private SupervisedLoops(List<String> ids, List<String> typeIds, List<WorkflowEdge> edges) {
        this.ids = ids;
        this.typeIds = typeIds;
        this.edges = new ArrayList<>(edges);
    }

    /// The edges in the order written, those that are implied behind them.
    static List<WorkflowEdge> laidOut(List<String> ids, List<String> typeIds, List<WorkflowEdge> edges) {
        if (!typeIds.contains(WorkflowNode.SUPERVISOR) || !typeIds.contains(WorkflowNode.DISPATCH)) {
            return edges;
        }
        SupervisedLoops loops = new SupervisedLoops(ids, typeIds, edges);
        for (int node = 0; node < ids.size(); node++) {
            if (typeIds.get(node).equals(WorkflowNode.SUPERVISOR)) {
                loops.close(node);
            }
        }
        return loops.edges;
    }

    private void close(int supervisor) {
        int dispatch = firstDispatch(reached(supervisor));
        if (dispatch < 0) {
            dispatch = firstDispatch(unfed());
            if (dispatch < 0) {
                return;
            }
            imply(supervisor, dispatch);
        }
        if (!reached(dispatch)[supervisor]) {
            imply(dispatch, supervisor);
        }
        leaveFrom(supervisor, dispatch);
    }

    private Graph graph() {
        return new Graph(ids, edges);
    }

    private boolean[] reached(int node) {
        Graph graph = graph();
        return graph.reachableFrom(
                graph.outgoing(node).stream().map(graph::target).toList());
    }

    private int firstDispatch(boolean[] among) {
        for (int node = 0; node < among.length; node++) {
            if (among[node] && typeIds.get(node).equals(WorkflowNode.DISPATCH)) {
                return node;
            }
        }
        return -1;
    }

    /// The nodes that no edge leads to.
    private boolean[] unfed() {
        Graph graph = graph();
        boolean[] unfed = new boolean[ids.size()];
        for (int node = 0; node < unfed.length; node++) {
            unfed[node] = graph.incoming(node).isEmpty();
        }
        return unfed;
    }

    /// A node without a name has no edges; that it lacks one is said elsewhere.
    private void imply(int from, int to) {
        if (ids.get(from).isEmpty() || ids.get(to).isEmpty()) {
            return;
        }
        String id = "implied:" + ids.get(from) + "->" + ids.get(to);
        edges.add(new WorkflowEdge(
                id,
                ids.get(from),
                WorkflowEdge.DEFAULT_OUTPUT,
                ids.get(to),
                WorkflowEdge.DEFAULT_INPUT,
                new EdgeCondition.Always(),
                TriggerRule.ALL_SUCCESS));
    }

    private void leaveFrom(int supervisor, int dispatch) {
        Graph graph = graph();
        for (int edge : graph.outgoing(supervisor)) {
            int target = graph.target(edge);
            if (target != dispatch && !graph.reachableFrom(List.of(target))[supervisor]) {
                edges.set(edge, edges.get(edge).from(ids.get(dispatch)));
            }
        }
    }
}
