package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Replayer;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.lane.ActivityLanes;
import dev.waybill.runtime.lane.LaneReport;
import dev.waybill.runtime.lane.TurnQueue;
import dev.waybill.runtime.live.LiveFrames;
import dev.waybill.runtime.live.Watcher;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Runs workflows on a store. Several hosts may share one store; each run is worked on by one of them at a time.
///
/// A host does nothing by itself: [HostLoop] calls [#heartbeat] and [#poll]. That is what lets a simulation drive
/// the very code that runs in production.
public final class RunHost implements AutoCloseable {

    private static final int MOST_CLAIMS = 256;

    private final RunStore store;
    private final HostSettings settings;
    private final DefinitionSource source;
    private final InstantSource clock;
    private final ProcessId process;
    private final RunLoader loader;
    private final Limits limits;
    private final HostParts parts;
    private final Worker worker;
    private final Declined declined;
    private final Admission admission;
    private final Capabilities capabilities;
    private final TenantQuota quota;
    private final TurnQueue turns;
    private final ActivityLanes lanes;
    private final LiveFrames frames = new LiveFrames();
    private final Outgoing outgoing;
    private final Pulse pulse;
    private final WriteReadiness readiness;
    private final OwnRuns own;

    /// @param random a cryptographic source
    /// @param threads where turns and activities run, each on a virtual thread of its own in production
    public RunHost(
            RunStore store,
            NodeTypes types,
            Limits limits,
            DefinitionSource source,
            Notary notary,
            HostSettings settings,
            InstantSource clock,
            RandomGenerator random,
            Executor threads,
            Trouble trouble) {
        this.store = store;
        this.limits = limits;
        this.settings = settings;
        this.source = source;
        this.clock = clock;
        this.quota = new TenantQuota(store, settings.tenants(), clock);
        this.turns = new TurnQueue(threads);
        this.lanes = new ActivityLanes(settings.activities(), threads, clock);
        this.process = new ProcessId(settings.kind() + "-" + Long.toHexString(random.nextLong()));
        this.parts = HostParts.of(store, types, limits, source, notary, settings, clock, random);
        this.loader = parts.loader();
        this.admission = new Admission(types);
        this.capabilities = new Capabilities(types);
        this.declined = new Declined(store, capabilities, notary, process, clock, trouble);
        this.outgoing = new Outgoing(store);
        ReplayTurns replays = new ReplayTurns(
                store,
                loader,
                parts.turns(),
                new Replayer(parts.decider()),
                new LiveRecheck(types, new StoredInputs(store.memories(), store.documents()), outgoing, clock));
        this.worker = new Worker(
                store,
                parts.turns(),
                loader,
                parts.creation(),
                parts.decider(),
                replays,
                clock,
                process,
                threads,
                turns,
                lanes,
                frames,
                outgoing,
                trouble,
                declined);
        store.register(process, settings.kind(), clock.instant());
        this.readiness = new WriteReadiness(store, notary, process, settings, clock);
        this.pulse = new Pulse(clock.instant(), settings.lease());
        this.own = new OwnRuns(store, process, clock, settings.lease());
    }

    public ProcessId process() {
        return process;
    }

    /// What runs call this host where they hand work to others. Until it is said, they do not tell where they are.
    ///
    /// @param self asked whenever work goes out
    /// @param about what heartbeats say of this process besides what it has at work: where it listens, say
    public void presentAs(Supplier<HostSelf> self, JsonObject about) {
        outgoing.presentAs(self, about);
    }

    /// Where a run stands, for who handed work over to it.
    public Standing standing(Caller caller, RunId run) {
        return outgoing.standing(reader(caller).state(run));
    }

    public HostSettings settings() {
        return settings;
    }

    public RunStore store() {
        return store;
    }

    /// Guided runs of the same process: they share its memory and its turns.
    public GuidedRuns guided() {
        return new GuidedRuns(parts);
    }

    /// The runs that a caller sees.
    public RunReader reader(Caller caller) {
        return new RunReader(store, loader, caller);
    }

    /// The workflows that the caller's tenant registered.
    public TenantWorkflows workflows(Caller caller) {
        return new TenantWorkflows(store, source, parts.decider().types(), clock, caller);
    }

    /// What a workflow needs and this host does not offer.
    public List<String> missing(WorkflowDefinition definition) {
        return capabilities.missing(definition);
    }

    /// What is wrong with a workflow on this host, whatever it is started with.
    public List<String> problems(WorkflowDefinition definition) {
        return admission.problems(definition);
    }

    /// Starts a run; it is durable when this returns.
    public RunId start(Caller caller, StartRequest request) {
        return create(caller, request).run();
    }

    /// The same, and whether an earlier call with the same key has started it.
    public Created create(Caller caller, StartRequest request) {
        caller.require(Scope.RUNS_CREATE);
        quota.admit(caller.tenant());
        return takenUp(() -> parts.creation().start(caller, request, process));
    }

    /// Forks a run before one of its events; the fork is durable when this returns.
    public RunId fork(Caller caller, RunId source, long sequence, ForkMode mode, JsonObject overlay) {
        return fork(caller, source, sequence, mode, overlay, null).run();
    }

    /// @param key what makes two calls the same call: the second one gets the first one's fork
    public Created fork(
            Caller caller, RunId source, long sequence, ForkMode mode, JsonObject overlay, @Nullable String key) {
        caller.require(Scope.RUNS_CREATE);
        loader.requireSeen(caller, source);
        parts.forks().requireKept(source, sequence);
        admission.checkFork(state(caller, source), mode, overlay);
        quota.admit(caller.tenant());
        return takenUp(() -> parts.forks().fork(caller, source, sequence, mode, overlay, process, key));
    }

    /// A run that was created without our knowing is ours all the same.
    private Created takenUp(Supplier<Created> creation) {
        Created created;
        try {
            created = signed(creation);
        } catch (StoreException e) {
            own.doubt();
            throw e;
        }
        if (!loader.rests(created.run())) {
            takeUp(new Claim(created.run(), Births.FIRST_EPOCH, false));
        }
        return created;
    }

    private boolean takeUp(Claim claim) {
        boolean begins = worker.begins(claim);
        if (begins) {
            turns.execute(loader.tenantIfKnown(claim.run()), () -> worker.pursue(claim.run()));
        }
        return begins;
    }

    /// How far each run may go here.
    public Limits limits() {
        return limits;
    }

    /// Tells a run something, whoever works on it.
    ///
    /// @param command made from the present time
    /// @return the state afterwards
    /// @throws dev.waybill.engine.decide.Refused when it does not fit
    public RunState tell(Caller caller, RunId run, Function<Instant, Command> command) {
        return take(caller, run, command, null);
    }

    private RunState take(
            Caller caller, RunId run, Function<Instant, ? extends Command> command, @Nullable IdempotencyRecord call) {
        caller.require(needed(command.apply(clock.instant())));
        loader.requireSeen(caller, run);
        if (command.apply(clock.instant()) instanceof Command.Answer answer) {
            PrincipalScope.require(caller, loader.refresh(run).state(), answer);
        }
        RunState after =
                signed(() -> parts.turns().take(run, Fence.HEAD_ONLY, _ -> command.apply(clock.instant()), call));
        parts.guidedChildren().cancelWith(after);
        return after;
    }

    /// What a caller needs to tell a run something. All other commands are the host's own.
    private static Scope needed(Command command) {
        return switch (command) {
            case Command.Cancel _, Command.Pause _, Command.Resume _ -> Scope.RUNS_CANCEL;
            case Command.Answer _ -> Scope.APPROVALS_RESPOND;
            case Command.SetVariables _ -> Scope.RUNS_CREATE;
            default -> throw new IllegalArgumentException("nobody outside a host tells a run " + command);
        };
    }

    /// To somebody who asks for something, a lost key is a refusal like others.
    private static <T> T signed(Supplier<T> work) {
        try {
            return work.get();
        } catch (KeyLost e) {
            throw new Refused(
                    RefusalCode.SIGNING_KEY_LOST,
                    "nothing can be signed, so nothing was done: %s".formatted(e.getMessage()));
        }
    }

    /// Tells a run something, once for each key.
    ///
    /// @param command made from the present time
    /// @throws dev.waybill.engine.decide.Refused when it does not fit, or the key belongs to another call
    public ToldRun tell(Caller caller, RunId run, Function<Instant, ? extends Command> command, Once once) {
        Instant now = clock.instant();
        caller.require(needed(command.apply(now)));
        IdempotencyRecord call = once.record(caller, run, now);
        IdempotencyRecord earlier = store.answered(call.key(), now).orElse(null);
        if (earlier == null) {
            try {
                return new ToldRun(take(caller, run, command, call), null);
            } catch (Answered answered) {
                earlier = answered.earlier();
            }
        }
        return new ToldRun(seen(caller, run), Idempotency.answer(earlier, once.request(run)));
    }

    /// What people may do who hold a token instead of an account.
    public TokenHolders tokenHolders() {
        return new TokenHolders(this, store, loader, clock);
    }

    /// The run as the store has it now.
    public RunState state(Caller caller, RunId run) {
        return reader(caller).state(run);
    }

    private RunState seen(Caller caller, RunId run) {
        loader.requireSeen(caller, run);
        return loader.refresh(run).state();
    }

    /// Makes this process look after a run that another one started.
    public void adopt(Caller caller, RunId run) {
        loader.requireSeen(caller, run);
        store.adopt(process, run);
    }

    /// Takes up what needs attention; gives how many runs.
    public int poll() {
        worker.retryStranded();
        if (worker.wasUnsure()) {
            own.doubt();
        }
        own.look(this::takeUp);
        int begun = 0;
        for (Claim claim : claims()) {
            begun += takeUp(claim) ? 1 : 0;
        }
        return begun;
    }

    private List<Claim> claims() {
        Instant now = clock.instant();
        try {
            return store.claim(
                    process, settings.scope(), now, pulse.silenceOfTheDead(now), MOST_CLAIMS, declined.now());
        } catch (StoreException e) {
            if (e.isAmbiguous()) {
                own.doubt();
            }
            throw e;
        }
    }

    /// Says that this process lives. One that stood still for so long that it was forgotten registers again.
    ///
    /// One beat at a time: of two, the one that knows less about this process could be written last.
    public synchronized void heartbeat() {
        Instant now = clock.instant();
        if (!store.heartbeat(
                process,
                now,
                outgoing.described(
                        readiness.describe(declined.describe(lanes.report().toJson()))))) {
            store.register(process, settings.kind(), now);
        }
        pulse.beat(now);
    }

    /// Whether this process can take a write of every tenant now.
    public WriteReadiness readiness() {
        return readiness;
    }

    /// Whether the store has heard this process lately; if not, it is out of reach or takes no writes.
    public boolean isHeard() {
        return pulse.isHeard(clock.instant());
    }

    /// How long there is nothing to do, as far as deadlines go.
    public Duration untilDue(Duration most) {
        Instant now = clock.instant();
        boolean leaves = !declined.now().isEmpty();
        return store.nextDue(process, settings.scope())
                .map(due -> Duration.between(now, due))
                // What is overdue and left to others is nothing to wake up for.
                .filter(wait -> !leaves || wait.isPositive())
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait)
                .filter(wait -> wait.compareTo(most) < 0)
                .orElse(most);
    }

    /// What waits and what is at work in this process.
    public LaneReport activities() {
        return lanes.report();
    }

    /// Watches what the activities of a run show while they work in this process, until it is closed.
    ///
    /// @throws dev.waybill.engine.decide.Refused when the caller sees no such run
    public Watcher watch(Caller caller, RunId run) {
        caller.require(Scope.RUNS_READ);
        loader.requireSeen(caller, run);
        return frames.watch(run);
    }

    /// Begins no activity any more: the process is about to end.
    void beginNoMore() {
        worker.beginNoMore();
    }

    /// Gives all runs back. What is at work is found again by who takes them up.
    @Override
    public void close() {
        worker.leave();
        store.unregister(process);
    }
}
