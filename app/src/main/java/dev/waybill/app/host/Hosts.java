package dev.waybill.app.host;

import dev.waybill.agents.a2a.RemoteWorkers;
import dev.waybill.agents.live.AgentDefinitions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Version;
import dev.waybill.app.config.Settings;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.EnvelopePolicy;
import dev.waybill.runtime.FamilyLimits;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.HostSelf;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.Notary;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.deliver.Deliveries;
import dev.waybill.runtime.lane.ActivityLimits;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;

/// Puts hosts together. All wiring between rooms is here.
public final class Hosts {

    /// To whom runs belong that nobody says more about.
    public static final String TENANT = "local";

    /// Who the command line is: somebody with the data directory in their hands, who sees every tenant's runs.
    public static final Caller OPERATOR = Caller.operator(TENANT);

    private static final Executor NOTHING = _ -> {};

    private final Environment environment;
    private final HostOptions options;
    private final String kind;
    private Deliveries deliveries = Deliveries.NONE;

    /// @param kind what the process is, for people: `run`, `work`, `answer`, …
    public Hosts(Environment environment, HostOptions options, String kind) {
        this.environment = environment;
        this.options = options;
        this.kind = kind;
    }

    /// What runs of this host hand to the outside.
    public Hosts with(Deliveries chosen) {
        deliveries = chosen;
        return this;
    }

    /// A host that works on the runs that it starts or adopts.
    public OpenHost forOwnRuns(DefinitionSource source, HostTrouble trouble) {
        return working(ClaimScope.OWN, source, trouble, UnaryOperator.identity());
    }

    /// A host that works on every run of the store.
    ///
    /// @param around puts something around the store, to see what the host does
    public OpenHost forAllRuns(DefinitionSource source, HostTrouble trouble, UnaryOperator<RunStore> around) {
        return working(ClaimScope.ALL, source, trouble, around);
    }

    /// A host that tells runs something, or starts them, and leaves the work to others.
    public OpenHost forCommands(DefinitionSource source, HostTrouble trouble) {
        NodeTypes types = options.nodeTypes(environment);
        Keys keys = keys();
        return opened(
                store -> new OpenHost(store, host(store, types, keys, ClaimScope.OWN, source, trouble, NOTHING), null));
    }

    private OpenHost working(
            ClaimScope scope, DefinitionSource source, HostTrouble trouble, UnaryOperator<RunStore> around) {
        NodeTypes types = options.nodeTypes(environment);
        Keys keys = keys();
        return opened(store -> {
            ExecutorService threads = HostLoop.threads();
            RunHost host = host(around.apply(store), types, keys, scope, source, trouble, threads);
            return new OpenHost(store, host, new HostLoop(host, threads, trouble::storeFailed));
        });
    }

    private interface Opening {
        OpenHost on(RunStore store);
    }

    private OpenHost opened(Opening opening) {
        RunStore store = options.openStore(environment);
        try {
            return opening.on(store);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private record Keys(ReceiptPolicy policy, UserKeys issuers) {}

    /// A key that cannot be used is found here, before any work is done.
    private Keys keys() {
        ReceiptPolicy policy = options.receipts().policy(environment);
        UserKeys issuers = options.receipts().keys(environment);
        if (policy.issue()) {
            issuers.load();
        }
        return new Keys(policy, issuers);
    }

    private RunHost host(
            RunStore store,
            NodeTypes types,
            Keys keys,
            ClaimScope scope,
            DefinitionSource source,
            HostTrouble trouble,
            Executor threads) {
        HostSettings settings = settings(kind, keys.policy(), scope, EnvelopeVariables.policy(environment))
                .with(options.limits(environment))
                .with(family())
                .with(deliveries);
        RunHost host = wired(
                store,
                types,
                bounds(),
                keys.issuers(),
                settings,
                workers(source),
                environment.clock(),
                threads,
                trouble);
        // Made when work goes out for the first time: most processes never need it.
        host.presentAs(() -> HostSelf.at(HostIds.of(environment, store), null));
        return host;
    }

    /// Besides workflows, agents of packs and agents on other hosts can be given work.
    private DefinitionSource workers(DefinitionSource source) {
        return RemoteWorkers.beside(
                new AgentDefinitions(source, () -> Surroundings.agents(environment)),
                Settings.REMOTE_AGENTS.in(environment).orElse(JsonObject.EMPTY));
    }

    /// How far each run may go on this host, and how sure its supervisors must be.
    private Limits bounds() {
        return new Limits(
                Limits.DEFAULT.nodeExecutions(),
                Limits.DEFAULT.loopIterations(),
                new JsonNumber(Settings.CONFIDENCE_FLOOR.orUsual(environment)));
    }

    /// How far sub-workflows may go on this host.
    private FamilyLimits family() {
        return new FamilyLimits(
                Math.toIntExact(Settings.DEPTH.orUsual(environment)), Settings.FAMILY.orUsual(environment));
    }

    public static HostSettings settings(String kind, ReceiptPolicy policy, ClaimScope scope, EnvelopePolicy envelope) {
        return new HostSettings(
                kind,
                policy,
                scope,
                HostSettings.DEFAULT_LEASE,
                ActivityLimits.DEFAULT,
                Version.current().version(),
                envelope,
                FamilyLimits.DEFAULT,
                Deliveries.NONE);
    }

    /// A host of these parts, which signs with these keys.
    public static RunHost wired(
            RunStore store,
            NodeTypes types,
            ReceiptIssuers issuers,
            HostSettings settings,
            DefinitionSource source,
            InstantSource clock,
            Executor threads,
            Trouble trouble) {
        return wired(store, types, Limits.DEFAULT, issuers, settings, source, clock, threads, trouble);
    }

    private static RunHost wired(
            RunStore store,
            NodeTypes types,
            Limits limits,
            ReceiptIssuers issuers,
            HostSettings settings,
            DefinitionSource source,
            InstantSource clock,
            Executor threads,
            Trouble trouble) {
        Notary notary = new StoreNotary(store, new Sealer(issuers));
        return new RunHost(store, types, limits, source, notary, settings, clock, new SecureRandom(), threads, trouble);
    }
}
