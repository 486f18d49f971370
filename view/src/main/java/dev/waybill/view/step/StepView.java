package dev.waybill.view.step;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.DispatchNode;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.view.run.Advice;
import dev.waybill.view.run.Execution;
import dev.waybill.view.run.NodeHistory;
import dev.waybill.view.run.SignedSteps;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One execution of a node with everything that is known of it: inputs, outputs, questions, requests to models, and the
/// receipts that sign for it.
public final class StepView {

    private final RunState state;
    private final String node;
    private final int ordinal;
    private final ModelCalls calls;
    private final Set<Long> events = new HashSet<>();
    private int at;

    private StepView(RunState state, String node, int ordinal) {
        this.state = state;
        this.node = node;
        this.ordinal = ordinal;
        this.calls = new ModelCalls(PublicView.hidesAnything(state));
    }

    /// @param log the run's events from the first one on
    /// @param ordinal which execution of the node, from 1
    /// @return empty when the node has no such execution
    public static Optional<JsonObject> of(
            RunState state, Iterator<Event> log, SignedSteps signed, StepReceipts receipts, String node, int ordinal) {
        StepView view = new StepView(state, node, ordinal);
        NodeHistory history = NodeHistory.of(state, view.seeing(log), signed);
        List<Execution> executions = history.of(node);
        return executions.stream()
                .filter(execution -> execution.ordinal() == ordinal)
                .findFirst()
                .map(execution -> view.json(execution, executions.size(), receipts));
    }

    private JsonObject json(Execution execution, int executions, StepReceipts receipts) {
        JsonObject json = JsonObject.of("runId", state.header().runId().value())
                .with("nodeId", node)
                .with("executions", executions);
        for (var member : execution.toJson().members().entrySet()) {
            json = json.with(member.getKey(), member.getValue());
        }
        Execution.End end = execution.end();
        return json.withIfPresent("next", end == null || end.error() == null ? null : Advice.of(end.error()))
                .withIfPresent("floor", floor())
                .with("modelCalls", calls.toJson())
                .with("receiptsIssued", state.header().receipts().issue())
                .with("receipts", receipts.of(state.header(), events::contains));
    }

    /// Below which confidence a decision of this node waits for a person; null where the node decides nothing. A host
    /// may ask for more, which the escalation itself then says.
    private @Nullable JsonNumber floor() {
        WorkflowDefinition definition = state.workflow().definition();
        boolean decides = definition
                .node(node)
                .filter(it -> it.typeId().equals(WorkflowNode.SUPERVISOR))
                .isPresent();
        if (!decides) {
            return null;
        }
        return definition.nodes().stream()
                .filter(it -> it.typeId().equals(WorkflowNode.DISPATCH))
                .findFirst()
                .map(dispatch -> DispatchNode.floor(dispatch, DispatchNode.FLOOR))
                .orElse(null);
    }

    /// The same events, looked at on their way.
    private Iterator<Event> seeing(Iterator<Event> log) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return log.hasNext();
            }

            @Override
            public Event next() {
                Event event = log.next();
                take(event);
                return event;
            }
        };
    }

    private void take(Event event) {
        if (!node.equals(event.nodeId())) {
            return;
        }
        if (event.fact() instanceof NodeFact.NodeStarted start) {
            at = start.ordinal();
        } else if (event.fact() instanceof NodeFact.NodeSkipped) {
            at++;
        }
        calls.take(event, at == ordinal);
        if (at == ordinal) {
            events.add(event.sequence());
        }
    }
}
