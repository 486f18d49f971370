package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Arrival;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.Ending;
import dev.waybill.engine.state.EventRef;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Pause;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.HandOverFact;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What led to an event, found in the state. `docs/causation.md` is the table; the sequence carries the order.
final class Causes {

    /// What came from outside has no cause in any log.
    static final @Nullable String OUTSIDE = null;

    private static final Comparator<EventRef> ORDER = Comparator.comparingLong(EventRef::sequence);

    private Causes() {}

    /// What released a node: the call, or the last arrival that its join waited for. What came after that, as in a
    /// pause, did not.
    static EventRef release(RunState state, NodeState node) {
        List<Arrival> causes = node.causes();
        if (causes.size() == 1) {
            return causes.getFirst().event();
        }
        List<EventRef> newestFirst =
                causes.stream().map(Arrival::event).sorted(ORDER.reversed()).toList();
        NodeState earlier = node;
        for (EventRef event : newestFirst.subList(0, newestFirst.size() - 1)) {
            earlier = earlier.before(event);
            if (!Joins.holds(state.workflow(), earlier)) {
                return event;
            }
        }
        return newestFirst.getLast();
    }

    /// The hidden part of a start or a skip with the other arrivals in it: an event names one cause.
    static JsonObject joined(JsonObject hidden, NodeState node, EventRef release) {
        List<Arrival> causes = node.causes();
        if (causes.size() == 1 && causes.getFirst().event().equals(release)) {
            return hidden;
        }
        List<String> others = causes.stream()
                .map(Arrival::event)
                .filter(event -> !event.equals(release))
                .sorted(ORDER)
                .map(EventRef::id)
                .distinct()
                .toList();
        return others.isEmpty() ? hidden : hidden.with(NodeFold.JOINED, JsonArray.ofStrings(others));
    }

    /// What a node at work does next follows from its start, or from what has moved it on since.
    static @Nullable String of(RunState state, String nodeId) {
        Occupation occupation = state.node(nodeId).occupation();
        if (occupation instanceof Occupation.HandingOver handing) {
            EventRef latest = handing.attempt().latest();
            for (HandOver handOver : handing.handOvers()) {
                latest = later(latest, handOver.latest());
                // What was said about a result last.
                latest = handOver.review() == null
                        ? latest
                        : later(latest, handOver.review().latest());
            }
            return latest.id();
        }
        Attempt attempt = occupation.current();
        return attempt == null ? OUTSIDE : attempt.latest().id();
    }

    /// What stands for an event of a node in another run that did the same: for a phase of a hand-over the
    /// latest one here, whatever the node's other hand-overs do.
    ///
    /// @param there that event; null where the other run's log has none
    static @Nullable String instead(RunState state, String nodeId, @Nullable Event there) {
        return there != null
                        && there.fact() instanceof HandOverFact.HandOver
                        && state.node(nodeId).occupation() instanceof Occupation.HandingOver handing
                        && HandOver.index(there) < handing.handOvers().size()
                ? handing.handOvers().get(HandOver.index(there)).latest().id()
                : of(state, nodeId);
    }

    private static EventRef later(EventRef one, @Nullable EventRef other) {
        return other == null || one.sequence() >= other.sequence() ? one : other;
    }

    /// What let a run end: the last end of a node, or the event that began the end where no node ended after it.
    static @Nullable String lastEnd(RunState state) {
        EventRef latest = state.ending() == null ? null : state.ending().event();
        for (NodeState node : state.nodes().values()) {
            EventRef end = node.last() == null ? null : node.last().event();
            latest = latest == null ? end : later(latest, end);
        }
        return latest == null ? start(state) : latest.id();
    }

    /// The start of the run, which what is done to it as a whole follows from.
    static @Nullable String start(RunState state) {
        EventRef start = state.life().start();
        return start == null ? OUTSIDE : start.id();
    }

    /// The pause that begins or goes on.
    static @Nullable String pause(RunState state) {
        Pause pause = state.life().pause();
        return pause == null ? OUTSIDE : pause.event().id();
    }

    /// What began the end of a run.
    static @Nullable String ending(RunState state) {
        Ending ending = state.ending();
        return ending == null ? OUTSIDE : ending.event().id();
    }
}
