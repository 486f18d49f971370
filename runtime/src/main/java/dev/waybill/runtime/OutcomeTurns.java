package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.InputFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.Fence;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells runs what came of their activities. An outcome that nobody waits for any more is told to the operator, and
/// recorded nowhere.
final class OutcomeTurns {

    private static final NodeResult NEVER_BEGUN =
            NodeResult.failed("activity_not_begun", "the run ended before the activity could begin");

    private final Turns turns;
    private final Documents documents;
    private final InstantSource clock;
    private final Trouble trouble;

    OutcomeTurns(Turns turns, Documents documents, InstantSource clock, Trouble trouble) {
        this.turns = turns;
        this.documents = documents;
        this.clock = clock;
        this.trouble = trouble;
    }

    /// What came of an activity.
    ///
    /// @param memory what it remembers; its facts tell of it
    /// @param files what it writes; its facts tell of it
    /// @param causes by the place of a fact, the event on another host that led to it
    /// @param exchanges by the place of a fact, the request to a model that it tells the price of
    record Outcome(
            NodeResult result,
            List<ActivityFact> facts,
            Map<Integer, HostEvent> causes,
            List<MemoryWrite> memory,
            List<FileDraft> files,
            Map<Integer, Exchange> exchanges) {

        /// One digest for each fact that tells of something kept elsewhere, in their order.
        List<Digest> digests() {
            Iterator<MemoryWrite> remembered = memory.iterator();
            Iterator<FileDraft> written = files.iterator();
            List<Digest> digests = new ArrayList<>();
            for (ActivityFact fact : facts) {
                if (fact instanceof AgentFact.MemoryWritten && remembered.hasNext()) {
                    digests.add(remembered.next().digest());
                } else if (fact instanceof InputFact.WorkspaceUpdated && written.hasNext()) {
                    digests.add(written.next().digest());
                }
            }
            return digests;
        }
    }

    /// @return the state afterwards; null when nobody waits for the outcome any more
    @Nullable
    RunState finish(RunId run, Fence fence, Effect.Execute effect, Outcome outcome) {
        try {
            return turns.takeWith(
                    run,
                    fence,
                    state -> new Command.Finish(
                            clock.instant(),
                            effect.nodeId(),
                            effect.ordinal(),
                            effect.attempt(),
                            outcome.result(),
                            FileDraft.numbered(outcome.facts(), state, documents),
                            outcome.causes(),
                            outcome.digests(),
                            outcome.exchanges()),
                    (decision, _) -> Beside.of(
                            Remembering.told(outcome.memory(), decision.events()),
                            FileDraft.told(outcome.files(), decision.state().header(), decision.events())));
        } catch (Refused late) {
            ignoreLate(run, effect, late);
            return null;
        }
    }

    /// Nobody wants it any more, and it never began. If its run is ending, that is all it waits for.
    void giveUp(Errand errand, Fence fence) {
        Effect.Execute effect = errand.effect();
        turns.take(
                errand.run(),
                fence,
                state -> state.phase() == Phase.ENDING && Effect.pending(state).contains(effect)
                        ? new Command.Finish(
                                clock.instant(), effect.nodeId(), effect.ordinal(), effect.attempt(), NEVER_BEGUN)
                        : new Command.Advance(clock.instant()));
    }

    /// @param kept what the activity wants to find again
    void report(Errand errand, NodeFact.NodeProgressed progress, JsonObject kept) {
        try {
            turns.take(errand.run(), errand.fence(), _ -> new Command.Report(clock.instant(), progress, kept));
        } catch (Refused late) {
            trouble.lateOutcome(errand.run(), progress.nodeId());
            if (!kept.isEmpty()) {
                // The activity must not go on as if it were durable.
                throw late;
            }
        }
    }

    /// Nobody knows what became of it, and it must not be repeated: a person is asked.
    void loseTrack(RunId run, Fence fence, Effect.Execute execute) {
        try {
            turns.take(
                    run,
                    fence,
                    _ -> new Command.LoseTrack(
                            clock.instant(), execute.nodeId(), execute.ordinal(), execute.attempt()));
        } catch (Refused late) {
            ignoreLate(run, execute, late);
        }
    }

    private void ignoreLate(RunId run, Effect.Execute effect, Refused late) {
        if (late.code() != RefusalCode.NOT_PENDING) {
            throw late;
        }
        trouble.lateOutcome(run, effect.nodeId());
    }
}
