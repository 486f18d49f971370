package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.state.HandOver;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Transaction;
import dev.waybill.runtime.deliver.Deliveries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A run's turn: fold, decide, sign, commit. One at a time for each run; who loses against another process looks
/// again and decides again.
final class Turns {

    private static final int PATIENCE = 100;
    private static final int LOCKS = 1024;

    private final EventLog log;
    private final RunLoader loader;
    private final Decider decider;
    private final Capabilities capabilities;
    private final Deliveries deliveries;
    private final Notary notary;
    private final CommitWatch watch;
    // A turn never takes a turn of another run, so runs may share a lock.
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    /// @param deliveries what decisions hand to the outside
    /// @param watch sees what is committed
    Turns(
            EventLog log,
            RunLoader loader,
            Decider decider,
            Capabilities capabilities,
            Notary notary,
            Deliveries deliveries,
            CommitWatch watch) {
        this.log = log;
        this.loader = loader;
        this.decider = decider;
        this.capabilities = capabilities;
        this.deliveries = deliveries;
        this.notary = notary;
        this.watch = watch;
        Arrays.setAll(locks, _ -> new ReentrantLock());
    }

    /// What a turn is about.
    ///
    /// @param unsure commits of which nobody knows whether they became true
    private record Turn(
            RunId run, Fence fence, Function<RunState, Decision> decide, Beside.Maker beside, List<Sent> unsure) {

        /// The same place, but something else happens there.
        Turn alone() {
            return new Turn(run, fence, decide, (_, _) -> Beside.NOTHING, unsure);
        }
    }

    /// What was sent to the store.
    private record Sent(Append append, Decision decision, Beside beside, long began) {}

    /// Tells a run something.
    ///
    /// @param command made anew for each try, on the state as it is then
    /// @return the state afterwards
    /// @throws dev.waybill.engine.decide.Refused when the command does not fit
    /// @throws OwnershipLost when another process owns the run now
    /// @throws KeyLost when it cannot be signed for; the run is paused, if it can be
    RunState take(RunId run, Fence fence, Function<RunState, Command> command) {
        return take(run, fence, command, null);
    }

    /// @param call remembers the call, in the same transaction
    /// @throws Answered when the call was answered before
    RunState take(RunId run, Fence fence, Function<RunState, Command> command, @Nullable IdempotencyRecord call) {
        return takeWith(run, fence, command, (_, _) -> Beside.of(call));
    }

    /// @param beside belongs into the same transaction
    RunState takeWith(RunId run, Fence fence, Function<RunState, Command> command, Beside.Maker beside) {
        return take(
                run,
                fence,
                (Function<RunState, Decision>) state -> decider.decide(state, command.apply(state)),
                beside);
    }

    /// A turn that decides otherwise than by a plain command.
    ///
    /// @throws Answered when the call that is remembered beside it was answered before
    RunState take(RunId run, Fence fence, Function<RunState, Decision> decide, Beside.Maker beside) {
        return take(new Turn(run, fence, decide, beside, new ArrayList<>()));
    }

    private RunState take(Turn turn) {
        ReentrantLock lock = locks[Math.floorMod(turn.run().hashCode(), LOCKS)];
        lock.lock();
        try {
            Loaded loaded = loader.load(turn.run());
            long begin = loaded.state().head();
            for (int attempt = 0; attempt < PATIENCE; attempt++) {
                RunState after = tryOnce(turn, loaded);
                if (after != null) {
                    return after;
                }
                loaded = loader.refresh(turn.run());
                Sent made =
                        turn.unsure().stream().filter(this::isThere).findFirst().orElse(null);
                if (made != null) {
                    tell(made);
                    return loaded.state();
                }
            }
            if (loaded.state().head() == begin) {
                throw StoreException.damaged(
                        "runs, " + turn.run(),
                        new IllegalStateException("its row counts other receipts than there are"));
            }
            throw new IllegalStateException("others kept writing to " + turn.run() + "; try again");
        } finally {
            lock.unlock();
        }
    }

    private @Nullable RunState tryOnce(Turn turn, Loaded loaded) {
        Decision decision;
        try {
            decision = turn.decide().apply(loaded.state());
            if (!(turn.fence() instanceof Fence.Owned)) {
                capabilities.requireFor(decision);
            }
        } catch (RuntimeException refused) {
            // The refusal may come from an old state: look again before passing it on.
            Loaded current = loader.refresh(turn.run());
            if (current.state().head() != loaded.state().head()) {
                return null;
            }
            throw refused;
        }
        return decision.events().isEmpty() ? rest(turn, loaded, decision) : commit(turn, loaded, decision);
    }

    private @Nullable RunState commit(Turn turn, Loaded loaded, Decision decision) {
        List<StoredReceipt> receipts;
        Beside beside;
        try {
            receipts = notary.sign(decision, loaded.receipts(), List.of());
            beside = turn.beside().of(decision, receipts);
        } catch (SealingFailed e) {
            return abort(turn, loaded, decision, e);
        } catch (KeyLost e) {
            pause(turn, loaded, decision);
            throw e;
        }
        Append append = append(decision, loaded.state().head(), turn.fence(), receipts);
        List<Append> all = new ArrayList<>(beside.appends());
        all.add(append);
        Sent made = new Sent(append, decision, beside, System.nanoTime());
        Commit commit;
        try {
            commit = log.commit(new Transaction(
                    all,
                    beside.blobs(),
                    outbox(decision, beside),
                    beside.call(),
                    beside.places(),
                    beside.memory(),
                    beside.edits(),
                    List.of()));
        } catch (StoreException e) {
            loader.forget(turn.run());
            if (e.isAmbiguous()) {
                turn.unsure().add(made);
                return null;
            }
            throw e;
        }
        return switch (commit) {
            case Commit.Done _ -> {
                loader.remember(
                        turn.run(), new Loaded(decision.state(), ReceiptHead.after(loaded.receipts(), receipts)));
                tell(made);
                yield decision.state();
            }
            case Commit.Lost _ -> null;
            case Commit.Fenced _ -> {
                loader.forget(turn.run());
                throw new OwnershipLost(turn.run());
            }
            case Commit.Answered answered -> throw new Answered(answered.earlier());
            case Commit.Latched latched -> throw new IllegalStateException("a turn moves no latch: " + latched);
        };
    }

    private List<OutboxItem> outbox(Decision decision, Beside beside) {
        List<OutboxItem> own = deliveries.of(decision);
        return beside.outbox().isEmpty()
                ? own
                : Stream.concat(own.stream(), beside.outbox().stream()).toList();
    }

    private void tell(Sent made) {
        Duration took = Duration.ofNanos(System.nanoTime() - made.began());
        notary.committed(made.append().run(), made.append().receipts());
        made.beside().appends().forEach(other -> notary.committed(other.run(), other.receipts()));
        watch.committed(made.decision(), took);
        made.beside().born().ifPresent(child -> {
            loader.remember(child.run(), child.loaded());
            watch.committed(child.decision(), took);
        });
    }

    /// What cannot be signed for does not happen: the run fails once, visibly, instead of trying for ever.
    private @Nullable RunState abort(Turn turn, Loaded loaded, Decision unsigned, SealingFailed why) {
        boolean already = unsigned.events().getLast().fact() instanceof RunFact.RunFailed failed
                && failed.error().code().equals(SealingFailed.CODE);
        if (already) {
            throw why;
        }
        RunError error = RunError.of(SealingFailed.CODE, String.valueOf(why.getMessage()));
        Decision end = decider.decide(
                loaded.state(), new Command.Abort(unsigned.state().clock(), error));
        return commit(turn.alone(), loaded, end);
    }

    /// Without a key nothing goes on. A pause needs no receipt, so it tells everybody why the run stands still.
    /// Where a run cannot be paused, because it is paused or ending or a replay, it stays as it is.
    ///
    /// Only its owner pauses it: that somebody else lacks the key is no reason to stop those who have it.
    private void pause(Turn turn, Loaded loaded, Decision unsigned) {
        RunState state = loaded.state();
        boolean already = unsigned.events().getLast().fact() instanceof RunFact.RunPaused;
        boolean owned = turn.fence() instanceof Fence.Owned;
        if (owned && state.phase() == Phase.RUNNING && !state.header().isReplay() && !already) {
            Command pause = new Command.Pause(state.clock(), KeyLost.REASON, DrainPolicy.IMMEDIATE);
            commit(turn.alone(), loaded, decider.decide(state, pause));
        }
    }

    /// A commit checks on which head it is made and who writes; a turn without events has to look. Otherwise a
    /// process that lost the run would begin what its new owner has decided.
    ///
    /// A fork that only waits tells the store what for: its creation could not know.
    private @Nullable RunState rest(Turn turn, Loaded loaded, Decision decision) {
        RunState state = loaded.state();
        StoredRun stored = loader.found(turn.run());
        if (stored.head() != state.head()) {
            return null;
        }
        if (!(turn.fence() instanceof Fence.Owned fence)) {
            return state;
        }
        if (!fence.owner().equals(stored.owner()) || stored.epoch() != fence.epoch()) {
            loader.forget(turn.run());
            throw new OwnershipLost(turn.run());
        }
        return Projections.of(state).equals(stored.projection()) ? state : commit(turn.alone(), loaded, decision);
    }

    /// Whether something became true although nobody said so. Deciding it again would tell the caller that somebody
    /// else was first. Each try brings a child of its own, so that its append has to be there as well.
    private boolean isThere(Sent sent) {
        return WrittenEvents.are(log, sent.append())
                && sent.beside().appends().stream().allMatch(append -> WrittenEvents.are(log, append));
    }

    /// Makes the append that creates a child.
    interface Birth {

        /// @param cause the parent's event that hands over
        /// @param out the parent's receipt of the hand-over; null where nothing is signed
        Beside of(RunState parent, String cause, @Nullable Digest out);
    }

    /// Confirms a hand-over and creates the child, together.
    RunState takeWithChild(RunId run, Fence fence, Effect.CreateChild effect, Instant at, Birth birth) {
        AtomicReference<@Nullable Decision> handOver = new AtomicReference<>();
        return take(
                run,
                fence,
                state -> {
                    handOver.set(null);
                    if (!isPending(state, effect)) {
                        return decider.decide(state, new Command.Advance(at));
                    }
                    Decision confirmed = decider.decide(
                            state, new Command.ConfirmHandOver(at, effect.nodeId(), effect.childRunId()));
                    handOver.set(confirmed);
                    return confirmed;
                },
                (_, receipts) -> {
                    Decision confirmed = handOver.get();
                    return confirmed == null ? Beside.NOTHING : beside(confirmed, effect.childRunId(), receipts, birth);
                });
    }

    private static Beside beside(Decision confirmed, String child, List<StoredReceipt> receipts, Birth birth) {
        Event dispatched = confirmed.events().stream()
                .filter(event -> event.fact() instanceof HandOverFact.NodeDispatched it
                        && it.childRunId().equals(child))
                .findFirst()
                .orElseThrow();
        // Others of the same turn, such as the receipt for a clock that stepped, are not the hand-over's.
        Digest out = receipts.stream()
                .filter(receipt -> receipt.sequence() == dispatched.sequence())
                .map(StoredReceipt::ref)
                .findFirst()
                .orElse(null);
        RunState beforeItsNodeEnds = confirmed.before(confirmed.events().indexOf(dispatched));
        return birth.of(beforeItsNodeEnds, opening(confirmed, dispatched), out);
    }

    /// What a child's start names: `dispatch.began` where each phase is an event, else the hand-over itself.
    private static String opening(Decision confirmed, Event dispatched) {
        return confirmed.events().stream()
                .filter(event -> event.fact() instanceof HandOverFact.HandOver
                        && event.eventId().equals(dispatched.causationId()))
                .map(Event::causationId)
                .findFirst()
                .orElse(dispatched.eventId());
    }

    private static boolean isPending(RunState state, Effect.CreateChild effect) {
        return state.node(effect.nodeId()).occupation() instanceof Occupation.HandingOver handing
                && handing.find(effect.childRunId())
                        .filter(HandOver::isDispatching)
                        .isPresent();
    }

    static Append append(Decision decision, long head, Fence fence, List<StoredReceipt> receipts) {
        RunState after = decision.state();
        Projection projection = Projections.of(after);
        RunId run = after.header().runId();
        return new Append(
                run,
                null,
                head,
                fence,
                decision.events().stream().map(EventCodec::encode).toList(),
                receipts,
                projection,
                fence instanceof Fence.Owned && !projection.ready() && !waitsForChild(after),
                null,
                wakes(after, fence, projection));
    }

    /// Who waits for several children collects one after the other; giving the run back in between would fence it.
    private static boolean waitsForChild(RunState state) {
        return state.nodes().values().stream().anyMatch(node -> node.occupation() instanceof Occupation.HandingOver);
    }

    /// A run that ends wakes its parent; a run that somebody else gave work wakes its owner.
    static @Nullable RunId wakes(RunState after, Fence fence, Projection projection) {
        if (after.isTerminal()) {
            return after.header().origin() instanceof Origin.Child child ? child.parent() : null;
        }
        return fence instanceof Fence.HeadOnly && projection.ready()
                ? after.header().runId()
                : null;
    }
}
