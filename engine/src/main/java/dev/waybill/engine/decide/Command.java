package dev.waybill.engine.decide;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.guided.Blocker;
import dev.waybill.engine.guided.Payload;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.ChildEnd;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.RemoteRun;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a run is told. Time comes in here and nowhere else.
public sealed interface Command {

    Instant at();

    /// The first command of a run that is no fork.
    ///
    /// @param cause the parent's event that handed over to it; null when somebody started it
    /// @param causeHost the host of that event, where it is another one
    record Start(
            Instant at,
            JsonObject inputs,
            JsonObject configurable,
            JsonObject metadata,
            @Nullable String cause,
            @Nullable String causeHost)
            implements Command {
        public Start(Instant at, JsonObject inputs, JsonObject configurable, JsonObject metadata) {
            this(at, inputs, configurable, metadata, null, null);
        }

        /// The same for work that came from another host; null for none.
        public Start from(@Nullable RemoteRun parent) {
            return parent == null || parent.eventId() == null
                    ? this
                    : new Start(at, inputs, configurable, metadata, parent.eventId(), parent.hostId());
        }
    }

    /// Go on: deadlines that have passed, nodes that can start.
    record Advance(Instant at) implements Command {}

    /// The agent of a guided run has done what was pending at a place. What is not good enough is recorded as such, and
    /// the run stays where it is.
    ///
    /// @param from the place
    /// @param agent who acknowledges
    /// @param traceparent the trace of the call; null when it names none
    record Acknowledge(
            Instant at,
            long from,
            Payload payload,
            String agent,
            @Nullable String traceparent) implements Command {}

    /// An acknowledgement that was not accepted, as the log tells it: of its payload only the objections are kept.
    record Block(Instant at, long from, List<Blocker> blockers, String agent) implements Command {
        public Block {
            blockers = List.copyOf(blockers);
        }
    }

    /// The agent of a guided run writes down how far it is with what is pending at a place.
    ///
    /// @param notes empty when it only says that it is still there
    record Checkpoint(Instant at, long from, String notes, String agent) implements Command {}

    /// An activity came to an end.
    ///
    /// @param facts what it reports besides, in order
    /// @param causes by the place of a fact, the event on another host that led to it
    /// @param remembered the digests of what it remembers and of the files that it writes, one for each fact that
    ///     tells of it
    /// @param exchanges by the place of a fact, the request to a model that it tells the price of
    record Finish(
            Instant at,
            String nodeId,
            int ordinal,
            int attempt,
            NodeResult result,
            List<ActivityFact> facts,
            Map<Integer, HostEvent> causes,
            List<Digest> remembered,
            Map<Integer, Exchange> exchanges)
            implements Command {
        public Finish {
            facts = List.copyOf(facts);
            causes = Collections.unmodifiableMap(new LinkedHashMap<>(causes));
            remembered = List.copyOf(remembered);
            exchanges = Collections.unmodifiableMap(new LinkedHashMap<>(exchanges));
            for (ActivityFact fact : facts) {
                if (!fact.nodeId().equals(nodeId)) {
                    throw new IllegalArgumentException(
                            "node %s reports %s of node %s".formatted(nodeId, fact.type(), fact.nodeId()));
                }
            }
        }

        /// With facts that nothing on another host led to.
        public Finish(
                Instant at,
                String nodeId,
                int ordinal,
                int attempt,
                NodeResult result,
                List<ActivityFact> facts,
                List<Digest> remembered) {
            this(
                    at,
                    nodeId,
                    ordinal,
                    attempt,
                    result,
                    facts,
                    Collections.emptyMap(),
                    remembered,
                    Collections.emptyMap());
        }

        /// With nothing besides its result.
        public Finish(Instant at, String nodeId, int ordinal, int attempt, NodeResult result) {
            this(at, nodeId, ordinal, attempt, result, List.of(), List.of());
        }
    }

    /// An activity at work tells how far it is, and that is to be recorded now.
    ///
    /// @param kept what it wants to find again if it has to begin anew; empty when nothing
    record Report(Instant at, NodeFact.NodeProgressed progress, JsonObject kept) implements Command {
        public Report(Instant at, NodeFact.NodeProgressed progress) {
            this(at, progress, JsonObject.EMPTY);
        }
    }

    /// After a crash nobody knows what became of an activity that must not be repeated.
    record LoseTrack(Instant at, String nodeId, int ordinal, int attempt) implements Command {}

    /// Somebody answers an open question.
    ///
    /// @param interrupt the interrupt's id, its key, or the id of the node that asks
    /// @param by who answers, as far as known
    /// @param authenticated whether `by` was proved, not just said
    /// @param exclusive whether who repeats another one's answer wants to hear that somebody was first
    record Answer(
            Instant at,
            String interrupt,
            JsonValue value,
            @Nullable String by,
            boolean authenticated,
            boolean exclusive)
            implements Command {

        public Answer(Instant at, String interrupt, JsonValue value, @Nullable String by, boolean authenticated) {
            this(at, interrupt, value, by, authenticated, false);
        }

        /// The same, refused when the question was answered before, even if with the same words.
        public Answer alone() {
            return new Answer(at, interrupt, value, by, authenticated, true);
        }
    }

    /// Several children that have ended.
    record CollectAll(Instant at, List<Collect> ends) implements Command {
        public CollectAll {
            ends = List.copyOf(ends);
        }
    }

    /// @param parentRunId set when a parent's end takes the run along
    /// @param cause the event that began the parent's end
    record Cancel(
            Instant at,
            @Nullable String reason,
            @Nullable String by,
            @Nullable String parentRunId,
            @Nullable String cause)
            implements Command {
        public Cancel(Instant at, @Nullable String reason, @Nullable String by) {
            this(at, reason, by, null, null);
        }
    }

    record Pause(Instant at, @Nullable String reason, DrainPolicy policy) implements Command {}

    record Resume(Instant at) implements Command {}

    /// Somebody sets variables of a run that is under way; only test suites do.
    ///
    /// @param values by the names of variables that the workflow declares
    record SetVariables(Instant at, JsonObject values) implements Command {}

    /// The child that a node hands over to is created, in this very transaction.
    record ConfirmHandOver(Instant at, String nodeId, String childRunId) implements Command {}

    /// The child cannot be created.
    record RefuseHandOver(Instant at, String nodeId, String childRunId, RunError error) implements Command {}

    /// The host cannot let the run go on: it fails.
    record Abort(Instant at, RunError error) implements Command {}

    /// A child has ended.
    ///
    /// @param shown what everybody may see of its end, see [ChildEnd#shown]
    record Collect(
            Instant at,
            String nodeId,
            String childRunId,
            RunStatus status,
            JsonObject variables,
            JsonObject outputs,
            @Nullable RunError error,
            JsonObject shown)
            implements Command {

        /// Of a child that shows nobody anything.
        public Collect(
                Instant at,
                String nodeId,
                String childRunId,
                RunStatus status,
                JsonObject variables,
                JsonObject outputs,
                @Nullable RunError error) {
            this(at, nodeId, childRunId, status, variables, outputs, error, JsonObject.EMPTY);
        }

        /// The end of a child, as its state tells it.
        public static Collect of(Instant at, String nodeId, String childRunId, RunStatus status, RunState end) {
            return new Collect(
                    at,
                    nodeId,
                    childRunId,
                    status,
                    new JsonObject(end.variables()),
                    end.outputs(),
                    end.error(),
                    ChildEnd.shown(end));
        }
    }
}
