package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Transaction;
import dev.waybill.runtime.guided.GuidedService;
import dev.waybill.runtime.guided.GuidedSettings;
import dev.waybill.runtime.guided.GuidedTools;
import dev.waybill.runtime.guided.TokenKeyring;
import dev.waybill.runtime.lane.ActivityLimits;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.simulator.Fault;
import dev.waybill.simulator.FaultyStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/// The production hosts in a world without mercy: one seed decides which task runs next, when a host dies, stalls or
/// comes back, what the store does to a call, and how time jumps. At the end the world calms down, and what was
/// promised must be true.
final class Simulation implements InstantSource {

    /// A process that dies in the middle of whatever it does.
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static final List<WorkflowDefinition> WORKFLOWS = SimulatedWorkflows.all();
    private static final int MOST_REPLAYED = 5;
    /// One world in so many is signed for: a signature takes longer than the turn that it signs.
    private static final int SIGNED = 16;
    /// One world in so many is decided once more as a whole; a few of its runs are in every world.
    private static final int DECIDED_AGAIN = 4;
    private static final Instant BEGINNING = Instant.parse("2026-11-15T10:00:00Z");
    private static final Duration LEASE = Duration.ofSeconds(10);
    /// So that activities have to wait for a place.
    private static final ActivityLimits FEW = ActivityLimits.DEFAULT.with(ActivityKind.OTHER, 2);

    private final Random random;
    private final RunStore store;
    final boolean signed;
    private final List<Station> processes = new ArrayList<>();
    private final Map<RunId, List<Event>> promised = new LinkedHashMap<>();
    private final Histories histories;
    private final SimulatedAgents agents;
    private final SimulatedWork work;
    private Instant now = BEGINNING;
    private boolean calm;
    private int started;

    Simulation(Random random, RunStore store) {
        this.random = random;
        this.store = store;
        this.signed = random.nextInt(SIGNED) == 0;
        this.histories = new Histories(store);
        this.agents = new SimulatedAgents(random);
        this.work = new SimulatedWork(random);
        for (int i = 0; i < 3; i++) {
            processes.add(new Station());
        }
    }

    @Override
    public Instant instant() {
        return now;
    }

    /// One host with its tasks and its own line to the store.
    private final class Station implements DefinitionSource, Trouble {
        private final List<Runnable> tasks = new ArrayList<>();
        private final FaultyStore line = new FaultyStore(store, Simulation.this::commit, this::fault);
        private final RunHost host;
        private final GuidedTools guided;
        private boolean stalled;
        private boolean born;

        Station() {
            ReceiptPolicy receipts = signed ? ReceiptPolicy.DEFAULT : ReceiptPolicy.OFF;
            HostSettings settings = new HostSettings("sim", receipts, ClaimScope.ALL, LEASE, "1").with(FEW);
            Notary notary = signed ? new StoreNotary(line, new Sealer(Signed.KEYS)) : Notary.NONE;
            host = new RunHost(
                    line,
                    work.types(),
                    Limits.DEFAULT,
                    this,
                    notary,
                    settings,
                    Simulation.this,
                    random,
                    tasks::add,
                    this);
            guided = new GuidedService(
                    line,
                    new GuidedRuns(line, notary, settings, Simulation.this, random),
                    agents,
                    new TokenKeyring(line, Simulation.this, random),
                    GuidedSettings.DEFAULT,
                    this::guidedTrouble);
            born = true;
        }

        private Fault fault(String operation) {
            if (calm || !born) {
                return Fault.NONE;
            }
            return switch (random.nextInt(120)) {
                case 0 -> throw new Crash();
                case 1, 2 -> Fault.REFUSED;
                case 3, 4 -> Fault.ANSWER_LOST;
                case 5 -> Fault.TWICE;
                case 6 -> Fault.LATE;
                default -> Fault.NONE;
            };
        }

        @Override
        public Optional<WorkflowDefinition> find(String id) {
            return WORKFLOWS.stream().filter(known -> known.id().equals(id)).findFirst();
        }

        private void guidedTrouble(RuntimeException problem) {
            if (!(problem instanceof StoreException)) {
                throw Promise.NO_RUN_TROUBLES_ITS_HOST.broken("a guided call: " + problem, problem);
            }
        }

        @Override
        public void lateOutcome(RunId run, String nodeId) {}

        @Override
        public void storeFailed(RunId run, StoreException problem) {}

        @Override
        public void runFailed(RunId run, RuntimeException problem) {
            throw Promise.NO_RUN_TROUBLES_ITS_HOST.broken(histories.describe(run), problem);
        }
    }

    /// Only a run's owner writes in its name, however late its transaction arrives.
    private Commit commit(Transaction transaction) {
        List<Append> foreign = transaction.appends().stream()
                .filter(append -> append.creates() == null && !isOwned(append))
                .toList();
        Commit commit = store.commit(transaction);
        Promise.ONLY_THE_OWNER_WRITES.holds(
                foreign.isEmpty() || !(commit instanceof Commit.Done),
                () -> "written by a process that lost the run: " + foreign);
        return commit;
    }

    private boolean isOwned(Append append) {
        return !(append.fence() instanceof Fence.Owned owned)
                || store.run(append.run())
                        .filter(run -> owned.owner().equals(run.owner()) && run.epoch() == owned.epoch())
                        .isPresent();
    }

    void storm(int steps) {
        for (int step = 0; step < steps; step++) {
            Station process = processes.get(random.nextInt(processes.size()));
            try {
                act(process);
            } catch (StoreException | Refused told) {
                // Whoever asked was told so, and nothing was promised.
            } catch (Crash crash) {
                replace(process);
            }
        }
    }

    private void act(Station process) {
        int what = random.nextInt(40);
        if (what == 0) {
            process.stalled = !process.stalled;
        } else if (what == 1) {
            replace(process);
        } else if (what == 2) {
            now = now.plus(LEASE.plusMillis(random.nextInt(5_000)));
        } else if (what < 8) {
            now = now.plusMillis(random.nextInt(1_500));
        } else if (!process.stalled) {
            work(process, what);
        }
    }

    private void work(Station process, int what) {
        if (what < 12) {
            process.host.heartbeat();
        } else if (what < 18) {
            process.host.poll();
        } else if (what < 23) {
            ask(process);
        } else if (what < 26) {
            agents.act(process.guided).ifPresent(this::promise);
        } else if (!process.tasks.isEmpty()) {
            process.tasks.remove(random.nextInt(process.tasks.size())).run();
        }
    }

    private void replace(Station process) {
        processes.set(processes.indexOf(process), new Station());
    }

    /// Somebody wants something; what is answered is a promise.
    private void ask(Station process) {
        List<StoredRun> runs = store.runs(RunQuery.all(1_000));
        if (runs.size() < 6 || (runs.size() < 16 && random.nextInt(4) == 0)) {
            WorkflowDefinition workflow = WORKFLOWS.get(random.nextInt(WORKFLOWS.size()));
            promise(process.host.start(TestHost.ACME, StartRequest.of(workflow, tag())));
            return;
        }
        StoredRun run = runs.get(random.nextInt(runs.size()));
        RunId id = run.header().runId();
        switch (random.nextInt(9)) {
            case 0 -> tell(process, id, at -> new Command.Cancel(at, null, null));
            case 1 -> tell(process, id, at -> new Command.Pause(at, null, anyOf(DrainPolicy.values())));
            case 2, 3 -> tell(process, id, Command.Resume::new);
            case 4 -> fork(process, run, ForkMode.REPLAY, JsonObject.EMPTY);
            case 5 -> fork(process, run, ForkMode.BRANCH, JsonObject.EMPTY.with("variables", tag()));
            default -> answer(process, id);
        }
    }

    private JsonObject tag() {
        return JsonObject.of("tag", "t" + started++);
    }

    private <T> T anyOf(T[] all) {
        return all[random.nextInt(all.length)];
    }

    /// Agents fork guided runs themselves, by going back to an older token.
    private void fork(Station process, StoredRun source, ForkMode mode, JsonObject overlay) {
        if (!source.header().isGuided()) {
            int sequence = random.nextInt((int) source.head() + 1);
            promise(process.host.fork(TestHost.ACME, source.header().runId(), sequence, mode, overlay));
        }
    }

    private void answer(Station process, RunId run) {
        for (Interrupt open :
                process.host.state(TestHost.ACME, run).interrupts().values()) {
            String value = open.data().has("actions")
                    ? "{'action':'accept'}"
                    : open.data().has("questions") ? "{'answers':{'q':'that'}}" : "{'outcome':'completed'}";
            JsonObject said = TestHost.json(value);
            tell(process, run, at -> new Command.Answer(at, open.id(), said, "ada", true));
            return;
        }
    }

    private void tell(Station process, RunId run, Function<Instant, Command> command) {
        RunState answered = process.host.tell(TestHost.ACME, run, command);
        promise(run);
        isThere(run, answered.head());
    }

    /// From here on the log of this run can only grow.
    private void promise(RunId run) {
        isThere(run, 0);
        promised.put(run, histories.of(run));
    }

    private void isThere(RunId run, long head) {
        Promise.WHAT_WAS_ANSWERED_IS_THERE.holds(
                store.run(run).filter(stored -> stored.head() >= head).isPresent(),
                () -> run + " was answered with " + head + " events, the store has " + store.run(run));
    }

    /// The faults stop. Everything comes to its end.
    void calmDown() {
        calm = true;
        processes.forEach(process -> {
            process.stalled = false;
            process.line.arrive();
        });
        agents.insist(processes.getFirst().guided);
        for (int round = 0; round < 400 && !open().isEmpty(); round++) {
            now = now.plusSeconds(1);
            for (Station process : processes) {
                process.host.heartbeat();
                process.host.poll();
                while (!process.tasks.isEmpty()) {
                    process.tasks.remove(random.nextInt(process.tasks.size())).run();
                }
            }
            open().forEach(this::help);
            agents.insist(processes.getFirst().guided);
        }
        Promise.EVERY_RUN_ENDS.holds(open().isEmpty(), this::describe);
    }

    private String describe() {
        StringBuilder text = new StringBuilder("hosts ");
        processes.forEach(process -> text.append(process.host.process()).append(' '));
        open().forEach(run -> text.append(histories.describe(run)));
        return text.toString();
    }

    private List<RunId> open() {
        return store.runs(RunQuery.all(1_000)).stream()
                .filter(run -> !run.projection().status().isTerminal())
                .map(run -> run.header().runId())
                .toList();
    }

    private void help(RunId run) {
        StoredRun stored = store.run(run).orElseThrow();
        RunStatus status = stored.projection().status();
        if (status == RunStatus.PAUSED) {
            tell(processes.getFirst(), run, Command.Resume::new);
        } else if (stored.header().isGuided()) {
            if (!agents.goOn(processes.getFirst().guided, run)) {
                // Whoever started it never heard of it.
                tell(processes.getFirst(), run, at -> new Command.Cancel(at, null, null));
            }
        } else if (status.isWaiting()) {
            answerInTime(run);
        }
    }

    /// Whose time is up is told so, and the run goes on by itself.
    private void answerInTime(RunId run) {
        try {
            answer(processes.getFirst(), run);
        } catch (Refused late) {
            if (late.code() != RefusalCode.INTERRUPT_EXPIRED) {
                throw late;
            }
        }
    }

    long fingerprint() {
        return histories.fingerprint();
    }

    void check() {
        promised.forEach((run, before) -> Promise.WHAT_WAS_ANSWERED_IS_THERE.holds(
                before.equals(histories.of(run).subList(0, before.size())), () -> run + " was rewritten"));
        List<StoredRun> runs = store.runs(RunQuery.all(1_000));
        runs.forEach(run -> SoundRun.check(store, histories, run));
        work.followsFromTheLog(runs, histories::of);
        processes.forEach(process -> agents.check(process.guided, store));
        TrueCauses.all(store, histories);
        if (signed || random.nextInt(DECIDED_AGAIN) == 0) {
            Repeated.allIsSound(store, work.types());
        }
        List<StoredRun> sources = new ArrayList<>(runs);
        sources.removeIf(run -> run.header().isGuided() || run.header().isReplay());
        Collections.shuffle(sources, random);
        sources.stream().limit(MOST_REPLAYED).forEach(this::replay);
    }

    /// Whatever happened on the way: done again, a run is the same to the byte, a branch from where it begins.
    private void replay(StoredRun run) {
        Station process = processes.getFirst();
        RunId source = run.header().runId();
        long from = run.header().origin() instanceof Origin.Fork fork ? fork.sequence() : 0;
        RunId check = process.host.fork(TestHost.ACME, source, from, ForkMode.CHECK, JsonObject.EMPTY);
        while (!process.tasks.isEmpty()) {
            process.tasks.removeFirst().run();
        }
        List<Event> again =
                histories.of(check).stream().map(event -> event.readAs(source)).toList();
        Promise.A_RUN_DONE_AGAIN_IS_THE_SAME.holds(
                again.equals(histories.of(source)),
                () -> histories.describe(source) + "\nand again" + histories.describe(check));
    }
}
