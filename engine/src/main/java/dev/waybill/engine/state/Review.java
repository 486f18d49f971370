package dev.waybill.engine.state;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.Judgement;
import dev.waybill.engine.node.Verdict;
import dev.waybill.journal.event.VerdictFact.Ruling;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a child brought back, and what people and critics have said about it: nothing of it is taken over before.
///
/// @param brought by the child's names
/// @param misfit whether it has another checksum than it must have
/// @param critic the run that is to give a verdict; null where the configuration itself does, or nobody
/// @param silent whether the critic came to its end without a verdict
/// @param given the verdict; null before there is one
/// @param verdict the event that recorded it
/// @param doubt the floor that the critic's confidence is below; null when it is sure enough
/// @param escalated the event that called for a person, because the critic was not sure enough
/// @param confirmed what a person said about a doubtful verdict
/// @param approved what a person said about taking over
/// @param revised whether the worker was sent out once more
public record Review(
        JsonObject brought,
        boolean misfit,
        @Nullable HandOver critic,
        boolean silent,
        @Nullable Judgement given,
        @Nullable EventRef verdict,
        @Nullable JsonNumber doubt,
        @Nullable EventRef escalated,
        @Nullable JsonValue confirmed,
        @Nullable JsonValue approved,
        boolean revised) {

    /// In the hidden part of a child's end: what it brought.
    public static final String BROUGHT = "brought";

    /// Beside it: that it has another checksum than it must have.
    public static final String MISFIT = "misfit";

    /// Beside it: that nobody says anything about it, which is no failure.
    public static final String UNJUDGED = "unjudged";

    /// Beside it: the critic's run and what it is given.
    public static final String CRITIC_PLAN = "verifiedBy";

    /// In the hidden part of a verdict: the floor that it is below.
    public static final String DOUBT = "doubt";

    /// Why nothing is taken over when a critic came to its end without a verdict.
    public static final String UNHEARD = "verifier_failed";

    /// What has to happen next.
    public enum Step {
        /// A verdict is missing.
        VERDICT,
        /// A person has to say whether a doubtful verdict stands.
        DOUBT,
        /// A person has to say whether it may be taken over.
        APPROVAL,
        /// It may be taken over.
        MERGE,
        /// The worker has to do it again.
        REVISE,
        /// It is not taken over.
        BLOCKED
    }

    static Review begun(JsonObject brought, boolean misfit, boolean unjudged, @Nullable HandOver critic) {
        return new Review(brought, misfit, critic, unjudged, null, null, null, null, null, null, false);
    }

    public Step next(HandOverPlan plan) {
        if (misfit) {
            return Step.BLOCKED;
        }
        boolean gates = plan.verifier().gates();
        if (plan.verifier().covers(plan.workerId())) {
            if (given == null && !silent) {
                return Step.VERDICT;
            }
            if (given == null && critic != null && gates) {
                return Step.BLOCKED;
            }
            if (gates && doubt != null && confirmed == null) {
                return Step.DOUBT;
            }
            Ruling ruling = gates ? ruling() : Ruling.PASS;
            if (ruling != Ruling.PASS) {
                return ruling == Ruling.FAIL ? Step.BLOCKED : Step.REVISE;
            }
        }
        if (!plan.attestation().requiresApproval()) {
            return Step.MERGE;
        }
        if (approved == null) {
            return Step.APPROVAL;
        }
        return Verdict.of(approved) == Verdict.REJECT ? Step.BLOCKED : Step.MERGE;
    }

    /// The verdict that holds: a person may have another one than a critic that was not sure. Who rejects a verdict
    /// vouches for nothing, so that nothing is taken over.
    public Ruling ruling() {
        if (given == null) {
            return Ruling.PASS;
        }
        if (confirmed == null) {
            return given.ruling();
        }
        return switch (Verdict.of(confirmed)) {
            case ACCEPT -> given.ruling();
            case REJECT -> Ruling.FAIL;
            case ADJUST ->
                edited(confirmed)
                        .flatMap(Judgement::read)
                        .map(Judgement::ruling)
                        .orElse(Ruling.FAIL);
        };
    }

    private static Optional<JsonValue> edited(JsonValue answer) {
        return answer.asObject().map(said -> said.get("editedArtifactData"));
    }

    /// What is taken over: as the child brought it, or as the person who approved it wants it.
    public JsonObject merged() {
        if (approved == null || Verdict.of(approved) != Verdict.ADJUST) {
            return brought;
        }
        JsonObject merged = brought;
        JsonObject changes = edited(approved).flatMap(JsonValue::asObject).orElse(JsonObject.EMPTY);
        for (var change : changes.members().entrySet()) {
            merged = merged.with(change.getKey(), change.getValue());
        }
        return merged;
    }

    /// Why nothing was taken over, as a code.
    public String blockedBy(HandOverPlan plan) {
        if (misfit) {
            return "attestation_mismatch";
        }
        if (silent && critic != null) {
            return UNHEARD;
        }
        return plan.verifier().covers(plan.workerId()) && plan.verifier().gates() && ruling() == Ruling.FAIL
                ? "verification_failed"
                : "approval_rejected";
    }

    Review by(HandOver run) {
        return new Review(brought, misfit, run, silent, given, verdict, doubt, escalated, confirmed, approved, revised);
    }

    Review withoutVerdict(@Nullable HandOver run) {
        return new Review(brought, misfit, run, true, given, verdict, doubt, escalated, confirmed, approved, revised);
    }

    Review judged(Judgement judgement, EventRef event, @Nullable JsonNumber below, @Nullable HandOver run) {
        return new Review(
                brought, misfit, run, silent, judgement, event, below, escalated, confirmed, approved, revised);
    }

    Review escalatedBy(EventRef event) {
        return new Review(brought, misfit, critic, silent, given, verdict, doubt, event, confirmed, approved, revised);
    }

    Review confirmed(JsonValue answer) {
        return new Review(brought, misfit, critic, silent, given, verdict, doubt, escalated, answer, approved, revised);
    }

    Review approved(JsonValue answer) {
        return new Review(
                brought, misfit, critic, silent, given, verdict, doubt, escalated, confirmed, answer, revised);
    }

    Review sentBack() {
        return new Review(brought, misfit, critic, silent, given, verdict, doubt, escalated, confirmed, approved, true);
    }

    /// The newest event about it; null when nothing was said yet.
    public @Nullable EventRef latest() {
        EventRef ofCritic = critic == null ? null : critic.latest();
        EventRef newest = verdict;
        if (newest == null || (ofCritic != null && ofCritic.sequence() > newest.sequence())) {
            newest = ofCritic;
        }
        return escalated != null && (newest == null || escalated.sequence() > newest.sequence()) ? escalated : newest;
    }
}
