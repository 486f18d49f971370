package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.id.UlidFactory;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.Transaction;
import dev.waybill.workflow.guided.StepNodes;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Guided runs on a store. Nobody owns them: whoever gets a call writes, if the log still ends where it thought.
public final class GuidedRuns {

    private final RunStore store;
    private final Notary notary;
    private final HostSettings settings;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final UlidFactory ids;
    private final Decider decider = new Decider(NodeTypes.core(), Limits.DEFAULT);
    private final RunLoader loader;
    private final Turns turns;
    private final Forks forks;

    /// @param random a cryptographic source
    public GuidedRuns(
            RunStore store, Notary notary, HostSettings settings, InstantSource clock, RandomGenerator random) {
        this.store = store;
        this.notary = notary;
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.ids = new UlidFactory(clock, random);
        this.loader = new RunLoader(store, new Definitions(store));
        this.turns = new Turns(store, loader, decider, notary);
        this.forks = new Forks(store, loader, notary, settings, clock, random);
    }

    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /// The run as the store has it now.
    ///
    /// @throws Refused when there is no such run, or its events were pruned
    public RunState state(Caller caller, RunId run) {
        loader.requireSeen(caller, run);
        return loader.refresh(run).state();
    }

    /// Begins a run; it is durable when this returns.
    public RunState start(Caller caller, GuidedStart request, Beside.Maker beside) {
        RunHeader header = header(caller, request);
        RunState unborn = Fold.begin(header, StepNodes.of(request.workflow()), request.workflow());
        Decision decision = decider.decide(
                unborn, new Command.Start(header.createdAt(), request.context(), JsonObject.EMPTY, request.metadata()));
        List<StoredReceipt> opening = notary.creation(header, request.context(), cause(request.parent()));
        Blob definition = new Blob(
                request.workflow().digest(),
                Jcs.canonicalBytes(request.workflow().document()));
        return create(decision, List.of(), opening, List.of(definition), beside);
    }

    private RunHeader header(Caller caller, GuidedStart request) {
        if (request.parent() != null) {
            loader.requireSeen(caller, request.parent().run());
        }
        String workflowId = "wf_" + ids.next();
        return new RunHeader(
                RunId.of(ids.next()),
                caller.tenant(),
                workflowId,
                request.workflow().id(),
                request.workflow().digest(),
                correlation(request, workflowId),
                request.parent() == null ? new Origin.Start() : child(request.parent()),
                List.of(),
                settings.receipts(),
                RunSeed.random(random),
                settings.engineVersion(),
                now(),
                settings.envelope().into(JsonObject.EMPTY, request.envelope()),
                request.session());
    }

    /// The caller's, else the parent's: an id is made at a true root only.
    private String correlation(GuidedStart request, String workflowId) {
        String otherwise = request.parent() == null
                ? workflowId
                : loader.found(request.parent().run()).header().correlationId();
        return settings.envelope().correlation(request.envelope(), otherwise);
    }

    private Origin child(GuidedStart.Parent parent) {
        StoredRun run = loader.found(parent.run());
        RunState state = loader.refresh(parent.run()).state();
        if (!state.nodes().containsKey(parent.stepId())) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR,
                    "the run %s has no step called \"%s\"".formatted(parent.run(), parent.stepId()));
        }
        int ordinal = Math.max(1, state.node(parent.stepId()).ordinal());
        return new Origin.Child(parent.run(), run.header().workflowId(), parent.stepId(), ordinal);
    }

    /// The parent's newest receipt: this run happened after it.
    private @Nullable Digest cause(GuidedStart.@Nullable Parent parent) {
        return parent == null
                ? null
                : store.receiptHead(parent.run()).map(ReceiptHead::ref).orElse(null);
    }

    /// Tells a run what its agent did.
    ///
    /// @param command made anew for each try, on the state as it is then
    /// @throws Answered when the call was answered before
    public RunState tell(Caller caller, RunId run, Function<RunState, Command> command, Beside.Maker beside) {
        loader.requireSeen(caller, run);
        return turns.take(run, Fence.HEAD_ONLY, state -> decider.decide(state, command.apply(state)), beside);
    }

    /// Goes on from a place of a run that has ended, in a run of its own.
    ///
    /// @param command made on the fork's state at that place
    /// @throws Answered when the call was answered before
    public RunState fork(
            Caller caller, RunId source, long place, Function<RunState, Command> command, Beside.Maker beside) {
        loader.requireSeen(caller, source);
        StoredRun origin = loader.found(source);
        RunHeader header = forks.header(origin, place + 1, ForkMode.BRANCH, JsonObject.EMPTY);
        List<StoredEvent> prefix = forks.prefix(source, place + 1);
        boolean copies = header.prefix().size() > RunHeader.MOST_SEGMENTS;
        RunHeader kept = copies ? Forks.withoutPrefix(header) : header;
        RunState state = loader.begin(kept);
        for (StoredEvent event : prefix) {
            state = Fold.evolve(state, EventCodec.decode(kept.runId(), event));
        }
        Decision decision = decider.decide(state, command.apply(state));
        List<StoredReceipt> opening = notary.creation(kept, JsonObject.EMPTY, forks.chainHead(source, place + 1));
        return create(decision, copies ? prefix : List.of(), opening, List.of(), beside);
    }

    /// A name for something that has none of its own.
    public String freshId() {
        return ids.next().toString();
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
        if (store.commit(transaction) instanceof Commit.Answered answered) {
            throw new Answered(answered.earlier());
        }
    }

    private RunState create(
            Decision decision,
            List<StoredEvent> copied,
            List<StoredReceipt> opening,
            List<Blob> blobs,
            Beside.Maker maker) {
        RunState after = decision.state();
        List<StoredReceipt> receipts = new ArrayList<>(opening);
        receipts.addAll(notary.sign(decision, null, opening));
        List<StoredEvent> events = new ArrayList<>(copied);
        for (Event event : decision.events()) {
            events.add(EventCodec.encode(event));
        }
        Append append = new Append(
                after.header().runId(),
                after.header(),
                after.header().prefixLength(),
                Fence.HEAD_ONLY,
                events,
                receipts,
                Projections.of(after),
                false,
                null);
        Beside beside = maker.of(decision, receipts);
        Commit commit = Creation.commitNew(
                store, new Transaction(List.of(append), blobs, List.of(), beside.call(), beside.places()));
        return switch (commit) {
            case Commit.Done _ -> {
                loader.remember(after.header().runId(), new Loaded(after, Turns.headAfter(null, receipts)));
                yield after;
            }
            case Commit.Answered answered -> throw new Answered(answered.earlier());
            case Commit.Lost _, Commit.Fenced _ ->
                throw new IllegalStateException(
                        "a fresh run id was taken: " + after.header().runId());
        };
    }
}
