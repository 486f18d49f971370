package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Arrival;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.Ending;
import dev.waybill.engine.state.EventRef;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeFold;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Pause;
import dev.waybill.engine.state.Review;
import dev.waybill.engine.state.RunState;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
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
        List<EventRef> newestFirst = node.causes().stream()
                .map(Arrival::event)
                .sorted(ORDER.reversed())
                .toList();
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
        List<String> others = node.causes().stream()
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
            Stream<EventRef> told = handing.handOvers().stream()
                    .flatMap(it -> Stream.of(Optional.of(it.latest()), about(it)))
                    .flatMap(Optional::stream);
            return Stream.concat(told, Stream.of(handing.attempt().latest()))
                    .max(ORDER)
                    .orElseThrow()
                    .id();
        }
        Attempt attempt = occupation.current();
        return attempt == null ? OUTSIDE : attempt.latest().id();
    }

    /// What was said about a result last.
    private static Optional<EventRef> about(HandOver handOver) {
        return Optional.ofNullable(handOver.review()).map(Review::latest);
    }

    /// What let a run end: the last end of a node, or the event that began the end where no node ended after it.
    static @Nullable String lastEnd(RunState state) {
        Stream<EventRef> ends = state.nodes().values().stream()
                .map(NodeState::last)
                .filter(Objects::nonNull)
                .map(NodeEnd::event)
                .filter(Objects::nonNull);
        return Stream.concat(ends, Stream.ofNullable(state.ending()).map(ending -> ending.event()))
                .max(ORDER)
                .or(() -> Optional.ofNullable(state.life().start()))
                .map(EventRef::id)
                .orElse(OUTSIDE);
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
