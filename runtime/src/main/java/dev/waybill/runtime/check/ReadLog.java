package dev.waybill.runtime.check;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ArtifactDraft;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.node.HeldResult;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import dev.waybill.engine.state.Elsewhere;
import dev.waybill.engine.state.ReviewFold;
import dev.waybill.engine.state.Talk;
import dev.waybill.journal.Event;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.journal.memory.RunMemory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a log says at one place about the activity that reported there: facts with what is hidden behind them,
/// questions,
/// writes, verdicts.
///
/// @param events the run's whole log
record ReadLog(List<Event> events, int place) {

    Map<Integer, HostEvent> causes(List<ActivityFact> facts) {
        Map<Integer, HostEvent> causes = new LinkedHashMap<>();
        for (int i = 0; i < facts.size(); i++) {
            HostEvent cause = Elsewhere.cause(events.get(place + i));
            if (cause != null) {
                causes.put(i, cause);
            }
        }
        return causes;
    }

    List<Digest> remembered(List<ActivityFact> facts) {
        return events.subList(place, place + facts.size()).stream()
                .flatMap(
                        event -> event
                                .hidden()
                                .string(RunMemory.CONTENT)
                                .or(() -> event.hidden().string(RunWorkspace.CONTENT))
                                .stream())
                .map(Digest::parse)
                .toList();
    }

    /// The requests to models that the facts tell the price of, put together from their ranges.
    Map<Integer, Exchange> exchanges(List<ActivityFact> facts) {
        Map<Integer, Exchange> exchanges = new LinkedHashMap<>();
        for (int i = 0; i < facts.size(); i++) {
            int index = i;
            kept(place + i).flatMap(this::whole).ifPresent(exchange -> exchanges.put(index, exchange));
        }
        return exchanges;
    }

    /// Empty when somebody has changed it, so that it will not be repeated.
    private Optional<Exchange> whole(JsonObject kept) {
        try {
            return Optional.of(Talk.whole(kept, this::keptBefore));
        } catch (IllegalArgumentException | JsonException _) {
            return Optional.empty();
        }
    }

    private Optional<JsonObject> kept(long sequence) {
        return events.get((int) sequence).hidden().object(Talk.EXCHANGE);
    }

    private JsonObject keptBefore(long sequence) {
        return kept(sequence).orElse(JsonObject.EMPTY);
    }

    /// What a node asks from one place on.
    List<Question> questions(String nodeId, int from) {
        List<Question> questions = new ArrayList<>();
        for (int i = from; i < events.size() && nodeId.equals(events.get(i).nodeId()) && isAsking(events.get(i)); i++) {
            if (events.get(i).fact() instanceof InterruptFact.InterruptRequested it) {
                questions.add(new Question(it.key(), it.kind(), it.data(), it.timeoutMs(), it.resumeSchema()));
            }
        }
        return questions;
    }

    /// Whether an event is part of asking: what is asked after an answer, is asked another time.
    private static boolean isAsking(Event event) {
        return switch (event.fact()) {
            case InterruptFact.InterruptRequested _,
                    InterruptFact.ApprovalRequested _,
                    InterruptFact.ClarificationRequested _,
                    NodeFact.NodeSuspended _ -> true;
            default -> false;
        };
    }

    /// What an activity came to and a critic's run looks at first; empty where an event tells of no such thing.
    Optional<NodeResult> held(int at) {
        return events.get(at)
                .hidden()
                .object(ReviewFold.OWN_WORK)
                .flatMap(own -> own.object(ReviewFold.RESULT))
                .map(HeldResult::of);
    }

    /// Where the attempt that a node is at ends; -1 where it does not, or not as it has to.
    int end(String nodeId, boolean mustFail) {
        for (int i = place; i < events.size() && nodeId.equals(events.get(i).nodeId()); i++) {
            switch (events.get(i).fact()) {
                case NodeFact.NodeFailed _, NodeFact.NodeRetried _ -> {
                    return i;
                }
                case NodeFact.NodeCompleted _, NodeFact.NodeCancelled _ -> {
                    return mustFail ? -1 : i;
                }
                default -> {
                    // Still on its way.
                }
            }
        }
        return -1;
    }

    /// What a critic said about what an activity has reported.
    int verdicts(String nodeId, int from) {
        int count = 0;
        while (from + count < events.size()
                && events.get(from + count).fact() instanceof VerdictFact fact
                && fact.nodeId().equals(nodeId)) {
            count++;
        }
        return count;
    }

    /// What a node writes from one place on.
    List<NodeResult.Write> writes(String nodeId, int from) {
        List<NodeResult.Write> writes = new ArrayList<>();
        for (int i = from; i < events.size() && nodeId.equals(events.get(i).nodeId()); i++) {
            switch (events.get(i).fact()) {
                case DataFact.VariableChanged it
                when it.next() != null -> writes.add(new NodeResult.Write.ToVariable(it.name(), it.next()));
                case DataFact.ChannelWritten it -> writes.add(new NodeResult.Write.ToChannel(it.channel(), it.value()));
                case DataFact.ArtifactCreated it ->
                    writes.add(new NodeResult.Write.ToArtifact(
                            ArtifactDraft.of(it, events.get(i).hidden())));
                default -> {
                    return writes;
                }
            }
        }
        return writes;
    }

    /// Variables that somebody set: the first at the place, the first two that lie there one after the other, …
    List<JsonObject> changes() {
        List<JsonObject> changes = new ArrayList<>();
        JsonObject values = JsonObject.EMPTY;
        for (int i = place;
                i < events.size()
                        && events.get(i).fact() instanceof DataFact.VariableChanged changed
                        && changed.nodeId() == null
                        && changed.next() != null;
                i++) {
            values = values.with(changed.name(), changed.next());
            changes.add(values);
        }
        return changes;
    }

    /// Where a node's end lies: behind the word that a budget was passed, where there is one.
    int afterBreach(int from) {
        return from < events.size()
                        && events.get(from).fact() instanceof DataFact.CapBreached breached
                        && breached.scope() != null
                ? from + 1
                : from;
    }

    /// How many facts of a node lie one after the other at the place.
    int reports(String nodeId) {
        int count = 0;
        while (place + count < events.size()
                && events.get(place + count).fact() instanceof ActivityFact fact
                && fact.nodeId().equals(nodeId)) {
            count++;
        }
        return count;
    }
}
