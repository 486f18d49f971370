package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.Judgement;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.HandOverPhase;
import dev.waybill.journal.event.VerdictFact;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/// What an event makes of results that somebody looks at before they are taken over.
public final class ReviewFold {

    /// In the hidden part of a verdict: that nothing follows from it.
    public static final String TOLD_ONLY = "toldOnly";

    /// In the hidden part of a verdict: that somebody judged his own work.
    public static final String SELF = "self";

    /// In the hidden part of a line of the log: a node's own work that a critic looks at.
    public static final String OWN_WORK = "ownWork";

    /// In it: what is looked at.
    public static final String LOOKED = "looked";

    /// In it: what the node came to, and what follows only when it passes.
    public static final String RESULT = "result";

    private ReviewFold() {}

    /// The key of the question whether a verdict stands.
    public static String doubtKey(NodeState node, int handOver) {
        String key = "%s:%d:verdict:%d".formatted(node.id(), node.ordinal(), handOver);
        // Children that do the same work again have places of their own; a node that does has another attempt.
        return node.occupation() instanceof Occupation.HandingOver handing && handing.isOwn()
                ? key + ":" + handing.attempt().number()
                : key;
    }

    /// The key of the question whether something may be taken over.
    public static String mergeKey(NodeState node, int handOver) {
        return "%s:%d:merge:%d".formatted(node.id(), node.ordinal(), handOver);
    }

    private static HandOver at(RunState state, String nodeId, Event event) {
        int index = HandOver.index(event);
        if (state.node(nodeId).occupation() instanceof Occupation.HandingOver handing
                && index < handing.handOvers().size()) {
            return handing.handOvers().get(index);
        }
        throw new CorruptLog(
                state.header().runId(), event.sequence(), "node " + nodeId + " has nothing to look at: " + index);
    }

    private static RunState with(RunState state, String nodeId, HandOver changed) {
        return state.node(
                nodeId,
                node -> node.occupation() instanceof Occupation.HandingOver handing
                        ? node.doing(handing.with(changed))
                        : node);
    }

    /// A child has done its work, and somebody has to look at it.
    static RunState begun(RunState state, HandOverFact.HandOver fact, Event event) {
        JsonObject brought = event.hidden().object(Review.BROUGHT).orElse(null);
        if (fact.phase() != HandOverPhase.CHILD_COMPLETED || brought == null) {
            return state;
        }
        HandOver done = at(state, fact.nodeId(), event);
        EventRef at = EventRef.of(event);
        HandOver critic = event.hidden()
                .object(Review.CRITIC_PLAN)
                .map(json -> done.critic(
                        HandOverPlan.ofJson(json),
                        Names.critic(state.header(), event.sequence(), done.index(), event.timestamp())
                                .value(),
                        at))
                .orElse(null);
        boolean unjudged = event.hidden().get(Review.UNJUDGED) == JsonBool.TRUE;
        boolean misfit = event.hidden().get(Review.MISFIT) == JsonBool.TRUE;
        HandOver held = done.moved(HandOver.Phase.UNDER_REVIEW, null, at)
                .reviewed(Review.begun(brought, misfit, unjudged, critic));
        return noted(with(state, fact.nodeId(), held), held);
    }

    static RunState verified(RunState state, VerdictFact fact, Event event) {
        return switch (fact) {
            case VerdictFact.AgentVerified verified -> verified(state, verified, event);
        };
    }

    private static RunState verified(RunState state, VerdictFact.AgentVerified fact, Event event) {
        boolean gating = event.hidden().get(TOLD_ONLY) != JsonBool.TRUE;
        boolean self = event.hidden().get(SELF) == JsonBool.TRUE;
        if (!event.hidden().has(HandOver.INDEX)) {
            return state.with(state.delegation().with(Verified.of(fact, null, gating, self, EventRef.of(event))));
        }
        HandOver before = at(state, fact.nodeId(), event);
        Review review = Objects.requireNonNull(before.review());
        HandOver judged = before.reviewed(review.judged(
                        new Judgement(fact.verdict(), fact.criteria(), fact.confidence()),
                        EventRef.of(event),
                        event.hidden().get(Review.DOUBT) instanceof JsonNumber floor ? floor : null,
                        over(review, event, HandOver.Phase.COMPLETED)))
                .signed(Names.saidStep(state.header(), event));
        String worker = before.isOwn() ? null : before.plan().workerId();
        Verified verdict = Verified.of(fact, worker, gating, self, EventRef.of(event));
        Delegation told = ended(state, event).with(verdict).latest(turn -> turn.noted(fact.target(), verdict.toJson()));
        return noted(with(state.with(told), fact.nodeId(), judged), judged);
    }

    /// The critic's run is over.
    private static @Nullable HandOver over(Review review, Event event, HandOver.Phase phase) {
        HandOver critic = review.critic();
        return critic == null || ChildEnd.of(event).isEmpty() ? critic : critic.moved(phase, null, EventRef.of(event));
    }

    private static Delegation ended(RunState state, Event event) {
        return ChildEnd.of(event)
                .map(end -> state.delegation().childIn(end.childRunId(), end.status()))
                .orElse(state.delegation());
    }

    /// A critic is called for what a node did itself; or one came to its end, and gave no verdict.
    static RunState line(RunState state, Event event) {
        String nodeId = event.nodeId();
        JsonObject own = event.hidden().object(OWN_WORK).orElse(null);
        return nodeId == null || own == null ? noVerdict(state, event) : ownWork(state, nodeId, own, event);
    }

    private static RunState ownWork(RunState state, String nodeId, JsonObject own, Event event) {
        Attempt attempt = state.node(nodeId).attempt();
        if (attempt == null) {
            throw new CorruptLog(state.header().runId(), event.sequence(), "node " + nodeId + " was not at work");
        }
        PVector<HandOver> looked = TreePVector.empty();
        for (JsonValue item : own.array(LOOKED).orElse(JsonArray.EMPTY)) {
            looked = looked.plus(HandOver.own(
                    item.asObject().orElseThrow(),
                    looked.size(),
                    state.header(),
                    event,
                    own.object(RESULT).orElse(JsonObject.EMPTY)));
        }
        Occupation waiting = new Occupation.HandingOver(attempt, looked);
        return state.node(nodeId, node -> node.doing(waiting));
    }

    private static RunState noVerdict(RunState state, Event event) {
        String nodeId = event.nodeId();
        if (nodeId == null || !event.hidden().has(HandOver.BY_CRITIC)) {
            return state;
        }
        HandOver before = at(state, nodeId, event);
        Review review = Objects.requireNonNull(before.review());
        HandOver after = before.reviewed(review.withoutVerdict(over(review, event, HandOver.Phase.FAILED)));
        return noted(with(state.with(ended(state, event)), nodeId, after), after);
    }

    static RunState escalated(RunState state, String nodeId, Event event) {
        HandOver before = at(state, nodeId, event);
        return with(
                state,
                nodeId,
                before.reviewed(Objects.requireNonNull(before.review()).escalatedBy(EventRef.of(event))));
    }

    /// A worker is sent out once more.
    static RunState revised(RunState state, String nodeId, Event event) {
        HandOver before = at(state, nodeId, event);
        RunState sentBack = with(
                state,
                nodeId,
                before.reviewed(Objects.requireNonNull(before.review()).sentBack()));
        Occupation.HandingOver handing =
                (Occupation.HandingOver) sentBack.node(nodeId).occupation();
        HandOver again = HandOver.revising(
                event.hidden().object(HandOver.REVISION).orElseThrow(),
                handing.handOvers().size(),
                EventRef.of(event));
        return with(sentBack, nodeId, again).with(state.delegation().revised());
    }

    /// A person has said something about what a child brought back.
    static RunState answered(RunState state, String nodeId, String key, JsonValue answer) {
        NodeState node = state.node(nodeId);
        if (!(node.occupation() instanceof Occupation.HandingOver handing)) {
            return state;
        }
        for (HandOver handOver : handing.handOvers()) {
            Review review = handOver.review();
            if (review != null && key.equals(doubtKey(node, handOver.index()))) {
                HandOver settled = handOver.reviewed(review.confirmed(answer));
                VerdictFact.Ruling ruling =
                        Objects.requireNonNull(settled.review()).ruling();
                Delegation told = state.delegation()
                        .settled(handOver.childRunId(), ruling)
                        .latest(turn -> turn.noted(
                                handOver.childRunId(),
                                JsonObject.EMPTY.with("verdict", new JsonString(Judgement.wire(ruling)))));
                return noted(with(state.with(told), nodeId, settled), settled);
            }
            if (review != null && key.equals(mergeKey(node, handOver.index()))) {
                HandOver settled = handOver.reviewed(review.approved(answer));
                return noted(with(state, nodeId, settled), settled);
            }
        }
        return state;
    }

    /// The transcript tells what is not taken over.
    private static RunState noted(RunState state, HandOver handOver) {
        return handOver.isBlocked()
                ? state.with(state.delegation()
                        .latest(turn -> turn.noted(
                                handOver.childRunId(),
                                JsonObject.EMPTY.with(
                                        Turn.BLOCKED,
                                        new JsonString(Objects.requireNonNull(handOver.review())
                                                .blockedBy(handOver.plan()))))))
                : state;
    }
}
