package dev.waybill.app.host;

import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.LogLevel;
import dev.waybill.app.cli.Version;
import dev.waybill.app.config.Settings;
import dev.waybill.app.telemetry.Bystander;
import dev.waybill.app.telemetry.Figures;
import dev.waybill.app.telemetry.Telemetry;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.attest.Identities;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.host.wiring.Assembly;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.host.wiring.LiveHost;
import dev.waybill.host.wiring.StandardNodes;
import dev.waybill.host.wiring.UserKeys;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.CommitWatch;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.EnvelopePolicy;
import dev.waybill.runtime.FamilyLimits;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.TenantLimits;
import dev.waybill.runtime.deliver.Deliveries;
import dev.waybill.runtime.lane.ActivityLimits;
import dev.waybill.runtime.lane.LaneReport;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import dev.waybill.view.trace.RunSpans;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Puts hosts together. All wiring between rooms is here.
public final class Hosts {

    /// To whom runs belong that nobody says more about.
    public static final String TENANT = "local";

    /// Who the command line is: somebody with the data directory in their hands, who sees every tenant's runs.
    public static final Caller OPERATOR = Caller.operator(TENANT);

    private static final int MOST_COUNTED = 1_000;
    private static final List<RunStatus> WAITING =
            List.of(RunStatus.PAUSED, RunStatus.WAITING_APPROVAL, RunStatus.WAITING_INPUT, RunStatus.WAITING_EXTERNAL);

    /// Stands where no name is derived.
    private static final TenantIds PLAIN = new TenantIds(new byte[32]);

    private final Environment environment;
    private final HostOptions options;
    private final String kind;
    private Deliveries deliveries = Deliveries.NONE;
    private @Nullable Complaints log;

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

    /// Where it is told what runs do.
    public Hosts with(Complaints chosen) {
        log = chosen;
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
        return telling(options.nodeTypes(environment), source, trouble);
    }

    /// A host that looks after workflows and what starts them, and leaves the rest to others.
    public OpenHost forWorkflows(DefinitionSource source, HostTrouble trouble) {
        return telling(options.nodeTypes(environment).firing(Triggers.FIRED), source, trouble);
    }

    private OpenHost telling(NodeTypes types, DefinitionSource source, HostTrouble trouble) {
        Keys keys = keys();
        return opened(store -> {
            Outgoing outgoing = new Outgoing(environment, store);
            Watched watched = watched(store, keys, trouble);
            return ready(
                    assembly(types, keys, ClaimScope.OWN, source, outgoing, watched)
                            .telling(store, trouble, watched.beside()),
                    outgoing,
                    watched);
        });
    }

    private OpenHost working(
            ClaimScope scope, DefinitionSource source, HostTrouble trouble, UnaryOperator<RunStore> around) {
        NodeTypes known = options.nodeTypes(environment);
        // Who works on all runs also starts those that nobody starts.
        NodeTypes types = scope == ClaimScope.ALL ? known.firing(Triggers.FIRED) : known;
        Keys keys = keys();
        return opened(store -> {
            Outgoing outgoing = new Outgoing(environment, store);
            Watched watched = watched(store, keys, trouble);
            return ready(
                    assembly(types, keys, scope, source, outgoing, watched)
                            .working(store, around.apply(store), trouble, watched.beside()),
                    outgoing,
                    watched);
        });
    }

    private static OpenHost ready(LiveHost live, Outgoing outgoing, Watched watched) {
        watched.host().set(live.host());
        return new OpenHost(live, outgoing);
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

    private Assembly assembly(
            NodeTypes types, Keys keys, ClaimScope scope, DefinitionSource source, Outgoing outgoing, Watched watched) {
        HostSettings settings = settings(kind, keys.policy(), scope, EnvelopeVariables.policy(environment))
                .with(options.limits(environment))
                .with(family())
                .with(tenants())
                .with(deliveries.and(outgoing.deliveries()))
                .with(watched.watch());
        return new Assembly(types, bounds(), keys.issuers(), settings, workers(source), environment.clock());
    }

    /// Who looks on at what is committed.
    ///
    /// @param host asked for its figures once it is there
    private record Watched(
            CommitWatch watch, List<? extends AutoCloseable> beside, AtomicReference<@Nullable RunHost> host) {}

    private Watched watched(RunStore store, Keys keys, HostTrouble trouble) {
        RunSpans spans = spans(environment, keys.issuers());
        AtomicReference<@Nullable RunHost> host = new AtomicReference<>();
        Figures figures = new Figures(() -> activities(host.get()), () -> waiting(store), environment.clock());
        Telemetry telemetry = Telemetry.open(environment, kind, spans, figures, trouble::note);
        Complaints lines = log;
        if (lines == null || !lines.says(LogLevel.INFO)) {
            return new Watched(telemetry.watch(), List.of(telemetry), host);
        }
        Bystander runs = new Bystander("waybill-log", new RunLog(lines, spans), lines::accept);
        return new Watched(telemetry.watch().and(runs), List.of(telemetry, runs), host);
    }

    /// What runs look like in traces. Only names that are pseudonyms need a key.
    public static RunSpans spans(Environment environment, ReceiptIssuers issuers) {
        return new RunSpans(
                header -> new Identities(header.receipts().pseudonymous() ? issuers.ids(header.tenant()) : PLAIN, ""),
                Telemetry.service(environment));
    }

    private static LaneReport activities(@Nullable RunHost host) {
        return host == null ? new LaneReport(List.of(), 0, List.of()) : host.activities();
    }

    private static Map<RunStatus, Integer> waiting(RunStore store) {
        Map<RunStatus, Integer> waiting = new EnumMap<>(RunStatus.class);
        for (RunStatus status : WAITING) {
            waiting.put(
                    status,
                    store.runs(RunQuery.where().statuses(List.of(status)).newest(MOST_COUNTED))
                            .size());
        }
        return waiting;
    }

    /// Besides workflows, agents of packs and agents on other hosts can be given work.
    private DefinitionSource workers(DefinitionSource source) {
        return StandardNodes.workers(
                source,
                () -> Surroundings.agents(environment),
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
    private TenantLimits tenants() {
        return new TenantLimits(
                Settings.TENANT_RUNS.in(environment).orElse(Long.MAX_VALUE),
                Settings.TENANT_STARTS.in(environment).orElse(Long.MAX_VALUE));
    }

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
                TenantLimits.NONE,
                Deliveries.NONE,
                CommitWatch.NONE);
    }
}
