package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.guided.Delta;
import dev.waybill.engine.guided.GuidedState;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.NodeFact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an event makes of a guided run. Its nodes are never at work: the agent is, outside, on any number of branches.
public final class GuidedFold {

    /// In the hidden part of an event of a guided run: where it belongs in the lineage.
    public static final String GUIDED = "guided";

    /// The place that a step was acknowledged at, and that a new place came from.
    public static final String FROM = "from";

    /// What makes the new place of the one that it came from.
    public static final String DELTA = "delta";

    /// Who acknowledged.
    public static final String AGENT = "agent";

    /// The trace of the call that acknowledged.
    public static final String TRACEPARENT = "traceparent";

    /// Why an acknowledgement was not accepted.
    public static final String BLOCKED = "blocked";

    /// What an agent wants to be remembered in the middle of a step.
    public static final String CHECKPOINT = "checkpoint";

    private GuidedFold() {}

    static RunState node(RunState state, NodeFact fact, Event event) {
        return switch (fact) {
            case NodeFact.NodeStarted started -> placed(state, event).node(started.nodeId(), node -> node.offered());
            case NodeFact.NodeCompleted completed -> acknowledged(state, completed, event);
            default -> throw corrupt(state, event, "a guided run has no " + event.type());
        };
    }

    private static RunState acknowledged(RunState state, NodeFact.NodeCompleted fact, Event event) {
        String step = Names.step(state.header(), event.sequence(), event.timestamp());
        NodeEnd end =
                new NodeEnd(NodeEnd.Kind.COMPLETED, fact.outputs(), List.of(), null, null, step, EventRef.of(event));
        return state.node(fact.nodeId(), node -> node.ended(end))
                .with(lineage(state).actedBy(agent(event.hidden())));
    }

    /// An event that makes a place: a step is pending, or the run is complete.
    static RunState placed(RunState state, Event event) {
        Lineage lineage = lineage(state);
        JsonObject hidden = event.hidden().object(GUIDED).orElse(JsonObject.EMPTY);
        @Nullable Long from = from(event);
        GuidedState before = from == null
                ? GuidedState.UNBORN
                : lineage.place(from)
                        .orElseThrow(() -> corrupt(state, event, "it comes from event " + from + ", which is no place"))
                        .state();
        Delta delta = Delta.read(hidden.object(DELTA).orElse(JsonObject.EMPTY));
        // The step that it follows was acknowledged by the event before, in the same decision and at the same time.
        String step =
                from == null ? state.rootStep() : Names.step(state.header(), event.sequence() - 1, event.timestamp());
        var place = new Lineage.Place(event.sequence(), event.eventId(), from, before.apply(delta), step, 0);
        return state.with(lineage.plus(place));
    }

    /// The place that an event comes from; null where it comes from none.
    public static @Nullable Long from(Event event) {
        return event.hidden()
                .object(GUIDED)
                .map(guided -> guided.get(FROM) instanceof JsonNumber number ? number : null)
                .map(number -> number.asInteger().orElseThrow())
                .orElse(null);
    }

    /// What an agent wrote down at a place without leaving it; null where an event is no checkpoint.
    public static @Nullable String checkpoint(Event event) {
        return event.hidden()
                .object(GUIDED)
                .flatMap(guided -> guided.string(CHECKPOINT))
                .orElse(null);
    }

    /// Why an acknowledgement was not accepted, as its agent was told; empty where an event says nothing of it.
    public static JsonArray blocked(Event event) {
        return event.hidden()
                .object(GUIDED)
                .flatMap(guided -> guided.array(BLOCKED))
                .orElse(JsonArray.EMPTY);
    }

    /// Who acted, where somebody did.
    public static @Nullable String agent(JsonObject hidden) {
        return hidden.object(GUIDED).flatMap(guided -> guided.string(AGENT)).orElse(null);
    }

    /// The trace in which somebody acted, where the call named one.
    public static @Nullable String traceparent(JsonObject hidden) {
        return hidden.object(GUIDED)
                .flatMap(guided -> guided.string(TRACEPARENT))
                .orElse(null);
    }

    private static Lineage lineage(RunState state) {
        Lineage lineage = state.lineage();
        if (lineage == null) {
            throw new IllegalStateException(state.header().runId() + " is no guided run");
        }
        return lineage;
    }

    private static CorruptLog corrupt(RunState state, Event event, String why) {
        return new CorruptLog(state.header().runId(), event.sequence(), why);
    }
}
