package dev.waybill.runtime;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.Transaction;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Guided runs on a store. Nobody owns them: whoever gets a call writes, if the log still ends where it thought.
public final class GuidedRuns {

    private final HostParts parts;

    GuidedRuns(HostParts parts) {
        this.parts = parts;
    }

    /// For a process that has no host of graph runs; one that has uses [RunHost#guided].
    ///
    /// @param random a cryptographic source
    public GuidedRuns(
            RunStore store, Notary notary, HostSettings settings, InstantSource clock, RandomGenerator random) {
        this(HostParts.of(
                store, NodeTypes.core(), Limits.DEFAULT, DefinitionSource.NONE, notary, settings, clock, random));
    }

    /// The answer to a call, and what goes into the transaction with it.
    public record Told<T>(T answer, Beside beside) {}

    /// Made from what was decided, once that is signed for.
    @FunctionalInterface
    public interface Telling<T> {
        Told<T> of(Decision decision, List<StoredReceipt> receipts);
    }

    public Instant now() {
        return parts.creation().headers().now();
    }

    /// The run as the store has it now.
    ///
    /// @throws Refused when there is no such run, or its events were pruned
    public RunState state(Caller caller, RunId run) {
        parts.loader().requireSeen(caller, run);
        return parts.guidedChildren().caughtUp(parts.loader().refresh(run).state());
    }

    /// Begins a run; it is durable when this returns.
    public <T> T start(Caller caller, GuidedStart request, Telling<T> telling) {
        return told(telling, beside -> parts.creation().guided(caller, request, beside));
    }

    /// Tells a run something that no call of an agent brings.
    public <T> T tell(Caller caller, RunId run, Function<RunState, Command> command, Telling<T> telling) {
        return tell(caller, EvidenceEnvelope.NONE, run, command, telling);
    }

    /// Tells a run what its agent did.
    ///
    /// @param said what the call brings of the evidence envelope: of that, its policy version is this call's own
    /// @param command made anew for each try, on the state as it is then
    /// @throws Answered when the call was answered before
    public <T> T tell(
            Caller caller, EvidenceEnvelope said, RunId run, Function<RunState, Command> command, Telling<T> telling) {
        parts.loader().requireSeen(caller, run);
        Decider decider = parts.decider().under(said);
        return told(
                telling,
                beside -> parts.turns()
                        .take(run, Fence.HEAD_ONLY, state -> decider.decide(state, command.apply(state)), beside));
    }

    /// A run that is decided and not yet there.
    public static final class Branch {

        private final Births.Newborn newborn;
        private final Decision first;

        private Branch(Births.Newborn newborn) {
            this.newborn = newborn;
            this.first = Objects.requireNonNull(newborn.first());
        }

        public Decision first() {
            return first;
        }
    }

    /// What would come after a place of a run that has ended: a run of its own, because that one never grows.
    public Branch branch(Caller caller, EvidenceEnvelope said, RunId source, long place, Command command) {
        parts.loader().requireSeen(caller, source);
        return new Branch(parts.forks().guided(caller, said, source, place, command));
    }

    /// Makes a branch true.
    ///
    /// @throws Answered when the call was answered before
    public <T> T open(Branch branch, Telling<T> telling) {
        return told(
                telling,
                beside ->
                        parts.births().bring(branch.newborn, List.of(), receipts -> beside.of(branch.first, receipts)));
    }

    private interface Work {
        void with(Beside.Maker beside);
    }

    /// A turn may be tried several times; the answer is that of the try that became true, which is the last.
    private static <T> T told(Telling<T> telling, Work work) {
        AtomicReference<@Nullable T> answer = new AtomicReference<>();
        work.with((decision, receipts) -> {
            Told<T> told = telling.of(decision, receipts);
            answer.set(told.answer());
            return told.beside();
        });
        return Objects.requireNonNull(answer.get());
    }

    /// A name for something that has none of its own.
    public String freshId() {
        return parts.creation().headers().freshId();
    }

    /// Keeps the answer to a call that changed nothing.
    ///
    /// @throws Answered when the call was answered before
    public void remember(IdempotencyRecord call) {
        commit(new Transaction(List.of(), List.of(), List.of(), call));
    }

    /// Keeps what a token stands for.
    public void remember(TokenPlace place) {
        commit(new Transaction(List.of(), List.of(), List.of(), null, List.of(place)));
    }

    private void commit(Transaction transaction) {
        if (parts.store().commit(transaction) instanceof Commit.Answered answered) {
            throw new Answered(answered.earlier());
        }
    }
}
