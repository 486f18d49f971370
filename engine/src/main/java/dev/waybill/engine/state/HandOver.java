package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.HandOverPlan.Term;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.RunError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/// Work that a node hands over to a child run: one of as many as the node likes.
///
/// @param index its place among the node's hand-overs; events name it by this, since a fork gives it another child
/// @param childRunId the child's name, fixed before the child is created
/// @param error why it went wrong, once it has
/// @param began the event that its dispatch follows from: `dispatch.began`, or the start of the node
/// @param latest the event of its latest phase
/// @param step the receipt step of the hand-over, of its "in" once the child has ended, of the verdict over what it
///     brought; null while there is none
/// @param origin the place of the first of those that do the same work, where it was sent back; [#CRITIC] for a
///     critic's, [#OWN] for what the node did itself: then the child's name is the target of the verdict
/// @param review what the child brought back and waits to be taken over; null when nobody has to look at it
public record HandOver(
        int index,
        HandOverPlan plan,
        String childRunId,
        Phase phase,
        @Nullable RunError error,
        EventRef began,
        EventRef latest,
        @Nullable String step,
        int origin,
        @Nullable Review review) {

    /// In the hidden part of a node's start, or of its first dispatch: what it hands over.
    public static final String PLANNED = "handOvers";

    /// In the hidden part of an event of a node that hands over several times: which of them.
    public static final String INDEX = "handOver";

    /// In the hidden part of an event that is about the critic of a hand-over.
    public static final String BY_CRITIC = "critic";

    /// In the hidden part of a dispatch that sends a worker out once more: what it is to do, and whose work it does.
    public static final String REVISION = "revision";

    private static final String REVISES = "revises";

    /// The origin of those that look at what others brought back.
    public static final int CRITIC = -1;

    /// The origin of what the node did itself, and what somebody has to look at all the same.
    public static final int OWN = -2;

    private static final String CHILD = "child";

    /// How far it has come.
    public enum Phase {
        /// Its dispatch is still to be announced.
        PENDING,
        /// The child is to be created.
        DISPATCHING,
        /// The child is there.
        RUNNING,
        /// The child has done its work, and somebody has to look at it.
        UNDER_REVIEW,
        /// The child has done its work.
        COMPLETED,
        /// What the child brings back was taken over.
        HARVESTED,
        /// The child has failed, or could not be created.
        FAILED,
        CANCELLED
    }

    /// Whether a child is to be created.
    public boolean isDispatching() {
        return phase == Phase.DISPATCHING;
    }

    public boolean isRunning() {
        return phase == Phase.RUNNING;
    }

    /// Whether the end of the run waits for the child's.
    public boolean isHeld() {
        return isRunning() && plan.has(Term.WAITS) && plan.has(Term.CANCELS);
    }

    /// Whether the node waits for nothing more of it.
    public boolean isOver() {
        return switch (phase) {
            case PENDING, DISPATCHING -> false;
            case RUNNING -> !plan.has(Term.WAITS);
            case UNDER_REVIEW -> isReviewed();
            case COMPLETED -> !isOwed();
            case HARVESTED, FAILED, CANCELLED -> true;
        };
    }

    /// Whether the child has done its work, and what it brings was not taken over yet: in a branch from between the
    /// two,
    /// which else follow each other in one turn.
    public boolean isOwed() {
        return phase == Phase.COMPLETED && !plan.outputs().isEmpty();
    }

    /// Whether the node waits for the child, or for what it brings.
    public boolean isAwaited() {
        return isOwed() || (isRunning() && !isOver());
    }

    /// Whether nobody has to say or to do anything more about what the child brought.
    private boolean isReviewed() {
        Review held = Objects.requireNonNull(review);
        return switch (held.next(plan)) {
            case VERDICT, DOUBT, APPROVAL -> false;
            case MERGE -> plan.outputs().isEmpty();
            case REVISE -> held.revised() || isOwn();
            case BLOCKED -> true;
        };
    }

    /// Whether what the child brought is not taken over.
    public boolean isBlocked() {
        return phase == Phase.UNDER_REVIEW && Objects.requireNonNull(review).next(plan) == Review.Step.BLOCKED;
    }

    /// What has to happen next with what the child brought; null when nothing is looked at.
    public Review.@Nullable Step step(Phase when) {
        return phase == when && review != null ? review.next(plan) : null;
    }

    public boolean isCritic() {
        return origin == CRITIC;
    }

    /// Whether it is no child's work, but the node's.
    public boolean isOwn() {
        return origin == OWN;
    }

    /// Whether it came to what the node wanted.
    public boolean isSuccess() {
        return phase != Phase.FAILED && phase != Phase.CANCELLED && !isBlocked();
    }

    /// Why the node does not have what it wanted.
    public RunError failure() {
        return error != null
                ? error
                : RunError.of(
                                Objects.requireNonNull(review).blockedBy(plan),
                                "what child run %s brought back is not taken over".formatted(childRunId))
                        .with("childRunId", childRunId);
    }

    /// The child's status as the node tells it.
    public RunStatus childStatus() {
        return switch (phase) {
            case PENDING, DISPATCHING -> RunStatus.PENDING;
            case RUNNING -> RunStatus.RUNNING;
            case UNDER_REVIEW, COMPLETED, HARVESTED -> RunStatus.COMPLETED;
            case FAILED -> RunStatus.FAILED;
            case CANCELLED -> RunStatus.CANCELLED;
        };
    }

    HandOver announced(EventRef event) {
        return new HandOver(index, plan, childRunId, Phase.DISPATCHING, error, event, event, step, origin, review);
    }

    /// The child is there. Its name is the event's: a replay shows its source's child.
    HandOver dispatched(String child, EventRef event) {
        return new HandOver(index, plan, child, Phase.RUNNING, error, began, event, step, origin, review);
    }

    HandOver moved(Phase next, @Nullable RunError why, EventRef event) {
        return new HandOver(index, plan, childRunId, next, why, began, event, step, origin, review);
    }

    HandOver signed(String by) {
        return new HandOver(index, plan, childRunId, phase, error, began, latest, by, origin, review);
    }

    HandOver reviewed(Review changed) {
        return new HandOver(index, plan, childRunId, phase, error, began, latest, step, origin, changed);
    }

    /// The run that looks at what this one's child brought.
    HandOver critic(HandOverPlan critics, String child, EventRef event) {
        return new HandOver(index, critics, child, Phase.DISPATCHING, null, event, event, null, CRITIC, null);
    }

    /// What an event records of a node's own work that a critic is to look at.
    public static JsonObject own(HandOverPlan plan, String target, EventRef event, HandOverPlan critic) {
        return JsonObject.builder()
                .put(PLANNED, plan.toJson())
                .put(CHILD, target)
                .put("event", event.id())
                .put("sequence", event.sequence())
                .put(Review.CRITIC_PLAN, critic.toJson())
                .build();
    }

    /// A node's own work, as an event recorded it.
    ///
    /// @param called the event that called the critic
    static HandOver own(JsonObject json, int index, RunHeader header, Event called, JsonObject result) {
        EventRef event = new EventRef(
                ((JsonNumber) Objects.requireNonNull(json.get("sequence")))
                        .asInteger()
                        .orElseThrow(),
                json.string("event").orElseThrow());
        HandOver own = new HandOver(
                index,
                HandOverPlan.ofJson(json.object(PLANNED).orElseThrow()),
                json.string(CHILD).orElseThrow(),
                Phase.UNDER_REVIEW,
                null,
                event,
                event,
                null,
                OWN,
                null);
        String run = Names.critic(header, called.sequence(), index, called.timestamp())
                .value();
        HandOver critic = own.critic(
                HandOverPlan.ofJson(json.object(Review.CRITIC_PLAN).orElseThrow()), run, EventRef.of(called));
        return own.reviewed(Review.begun(result, false, false, critic));
    }

    /// In a fork, what was signed before the fork is signed for by the fork's root.
    HandOver signedBy(String root) {
        HandOver own = step == null ? this : signed(root);
        return own.reviewedBy(critic -> critic.signedBy(root));
    }

    private HandOver reviewedBy(UnaryOperator<HandOver> change) {
        if (review == null || review.critic() == null) {
            return this;
        }
        return reviewed(review.by(change.apply(review.critic())));
    }

    /// In a branch, a child of the source that is still at work gives way to one of the branch's own.
    HandOver inBranch(RunHeader branch, long begun, Instant created) {
        return switch (phase) {
            case UNDER_REVIEW -> reviewedBy(critic -> critic.inBranch(branch, begun, created));
            case COMPLETED, HARVESTED, FAILED, CANCELLED -> this;
            case PENDING, DISPATCHING, RUNNING -> anew(branch, begun, created);
        };
    }

    private HandOver anew(RunHeader branch, long begun, Instant created) {
        String child = isCritic()
                ? Names.critic(branch, begun, index, created).value()
                : Names.child(branch, begun, index, created).value();
        Phase again = phase == Phase.PENDING ? Phase.PENDING : Phase.DISPATCHING;
        return new HandOver(index, plan, child, again, null, began, began, null, origin, null);
    }

    /// What an event records of a node's plans; the children's names follow from its place.
    public static JsonArray planned(RunHeader header, long sequence, Instant at, List<HandOverPlan> plans) {
        List<JsonValue> planned = new ArrayList<>();
        for (int index = 0; index < plans.size(); index++) {
            String child = Names.child(header, sequence, index, at).value();
            planned.add(plans.get(index).toJson().with(CHILD, new JsonString(child)));
        }
        return new JsonArray(planned);
    }

    /// The hand-overs that an event records; empty when its node hands nothing over.
    ///
    /// @param event what they follow from
    static PVector<HandOver> begun(Event recorded, EventRef event) {
        PVector<HandOver> begun = TreePVector.empty();
        for (var item : recorded.hidden().array(PLANNED).orElse(JsonArray.EMPTY)) {
            JsonObject json = item.asObject().orElseThrow();
            HandOverPlan plan = HandOverPlan.ofJson(json);
            begun = begun.plus(new HandOver(
                    begun.size(),
                    plan,
                    json.string(CHILD).orElseThrow(),
                    plan.has(Term.CHAINED) ? Phase.PENDING : Phase.DISPATCHING,
                    null,
                    event,
                    event,
                    null,
                    begun.size(),
                    null));
        }
        return begun;
    }

    /// Whether an event records plans after which their node goes on with its own work.
    public static boolean resumes(Event event) {
        JsonArray planned = event.hidden().array(PLANNED).orElse(JsonArray.EMPTY);
        return planned.size() > 0
                && HandOverPlan.ofJson(planned.get(0).asObject().orElseThrow()).has(Term.RESUMES);
    }

    /// The plans that an event records.
    public static List<HandOverPlan> plans(Event event) {
        return event.hidden().array(PLANNED).orElse(JsonArray.EMPTY).items().stream()
                .map(plan -> HandOverPlan.ofJson(plan.asObject().orElseThrow()))
                .toList();
    }

    /// What an event records of work that is to be done once more.
    public JsonObject revision(RunHeader header, long sequence, Instant at, int place, JsonObject told) {
        return plan.again(told)
                .toJson()
                .with(
                        CHILD,
                        new JsonString(Names.child(header, sequence, place, at).value()))
                .with(REVISES, JsonNumber.of(origin));
    }

    /// The hand-over that does work of another one once more.
    static HandOver revising(JsonObject json, int place, EventRef event) {
        return new HandOver(
                place,
                HandOverPlan.ofJson(json),
                json.string(CHILD).orElseThrow(),
                Phase.DISPATCHING,
                null,
                event,
                event,
                null,
                json.get(REVISES) instanceof JsonNumber number
                        ? (int) number.asInteger().orElseThrow()
                        : place,
                null);
    }

    /// Which hand-over of its node an event is about.
    public static int index(Event event) {
        return event.hidden().get(INDEX) instanceof JsonNumber number
                ? (int) number.asInteger().orElseThrow()
                : 0;
    }
}
