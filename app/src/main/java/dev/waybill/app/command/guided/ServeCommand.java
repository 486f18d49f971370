package dev.waybill.app.command.guided;

import dev.waybill.app.anchor.AnchorCourier;
import dev.waybill.app.anchor.AnchorOptions;
import dev.waybill.app.anchor.AnchorTarget;
import dev.waybill.app.anchor.AnchorWatch;
import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.cli.Version;
import dev.waybill.app.command.NativeCrypto;
import dev.waybill.app.config.Configured;
import dev.waybill.app.config.Settings;
import dev.waybill.app.config.Source;
import dev.waybill.app.host.BearerTokens;
import dev.waybill.app.host.Countersigning;
import dev.waybill.app.host.Farewell;
import dev.waybill.app.host.GuidedOptions;
import dev.waybill.app.host.HostLog;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.LogOptions;
import dev.waybill.app.host.MockSeam;
import dev.waybill.app.host.OpenGuide;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.RestWiring;
import dev.waybill.app.host.RunPages;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.app.host.Surroundings;
import dev.waybill.app.host.TenantEvidence;
import dev.waybill.app.host.Triggers;
import dev.waybill.app.host.Verification;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.a2a.A2aDoor;
import dev.waybill.doors.a2a.A2aHost;
import dev.waybill.doors.audit.AuditDoor;
import dev.waybill.doors.dashboard.DashboardDoor;
import dev.waybill.doors.desk.DeskDoor;
import dev.waybill.doors.hook.HookDoor;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Gatekeeper;
import dev.waybill.doors.http.OpenSession;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.doors.http.SignIn;
import dev.waybill.doors.http.WaybillServer;
import dev.waybill.doors.jwt.JwtGate;
import dev.waybill.doors.jwt.JwtVerifier;
import dev.waybill.doors.mcp.McpHttp;
import dev.waybill.doors.mcp.McpTools;
import dev.waybill.doors.metrics.MetricsDoor;
import dev.waybill.doors.rest.RestDoor;
import dev.waybill.doors.rest.api.TestSeams;
import dev.waybill.doors.witness.WitnessDoor;
import dev.waybill.host.wiring.HostIds;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.HostSelf;
import dev.waybill.runtime.catalog.Catalog;
import dev.waybill.runtime.deliver.Deliveries;
import dev.waybill.runtime.deliver.DeliveryRound;
import dev.waybill.runtime.guided.GuidedService;
import dev.waybill.runtime.receipt.RunExport;
import dev.waybill.runtime.trigger.TriggerLoop;
import dev.waybill.runtime.webhook.WebhookPost;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// `waybill serve`: REST for programs, guided workflows for agents, over HTTP; and work on all runs.
public final class ServeCommand implements Command {

    /// So long a look at the files of definitions is good enough: less than anybody notices, and at a thousand requests
    /// a second a twentieth of the looks.
    private static final Duration GLANCE = Duration.ofMillis(20);

    private Environment environment;
    private final CommonOptions common = new CommonOptions();
    private final HostOptions options = HostOptions.forNewRuns();
    private final GuidedOptions guided = new GuidedOptions();
    private final Configured<String> host = Settings.HOST.argument();
    private final Configured<Long> port = Settings.PORT.argument();
    private final Configured<String> publicUrl = Settings.PUBLIC_URL.argument();
    private final Configured<List<String>> origins = Settings.ORIGINS.argument();
    private final LogOptions logs = new LogOptions();
    private final AnchorOptions anchors = new AnchorOptions("--anchor-", "of each run at its end");
    private final Option<Boolean> keys = Option.flag(
            "--keys", "Need an API key, also where only this machine can call; the first start prints one.");
    private final Option<Boolean> seams = Option.flag(
            "--test-seams",
            "Offer test suites what they change about a host (workflows of their own, capabilities); never in production.");
    private final Configured<Boolean> needed = Settings.API_KEYS.argument();

    public ServeCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return usage(
                "Serve runs (REST at /v1, A2A at /a2a) and guided workflows (MCP at /mcp) over HTTP; work on all runs.",
                new Argument[0]);
    }

    Usage usage(String summary, Argument... first) {
        List<Argument> arguments = new ArrayList<>(List.of(first));
        arguments.addAll(
                List.of(host, port, publicUrl, origins, keys, needed, seams, guided, anchors, logs, options, common));
        return new Usage(
                summary,
                arguments,
                List.of(
                        "Where only this machine can call and the store has no API key, none is needed. Keys: waybill",
                        "apikeys. Health: /health, /ready."));
    }

    StoreOptions place() {
        return options.place();
    }

    @Override
    public ExitCode call() throws Exception {
        return serve(settings(), _ -> {});
    }

    /// @param ready hears where the server listens
    ExitCode serve(ServerSettings settings, Consumer<String> ready) throws Exception {
        NativeCrypto.install();
        if (seams.isGiven()) {
            environment = Surroundings.forTests(environment);
        }
        Complaints complaints = logs.log(environment, "waybill serve");
        HostLog log = HostLog.of(
                complaints, Hosts.spans(environment, options.receipts().issuers(environment)));
        HostTrouble trouble = new HostTrouble(log::trouble);
        Catalog catalog = guided.catalog(environment).trustingFor(GLANCE, System::nanoTime);
        catalog.unusable()
                .forEach(file -> complaints.line("%s is left out: %s"
                        .formatted(file.source(), file.errors().getFirst().message())));
        DefinitionSource workflows = seams.isGiven() ? new TestSeams(catalog, new MockSeam()) : catalog;
        List<AnchorTarget> others = anchors.targets(environment);
        Hosts hosts = new Hosts(environment, options, "serve")
                .with(complaints)
                .with(others.isEmpty() ? Deliveries.NONE : Deliveries.atTheEnd(AnchorCourier.KIND));
        try (OpenHost opened = hosts.forAllRuns(workflows, trouble, UnaryOperator.identity());
                TenantEvidence evidence = TenantEvidence.of(environment, opened.store());
                AnchorWatch _ = watch(opened.store(), others, complaints);
                WebhookPost _ = opened.outgoing().post(complaints::line)) {
            Triggers triggers = new Triggers(environment, opened, workflows);
            RunStore store = opened.store();
            log.knows(store);
            GuidedRuns runs = opened.host().guided();
            GuidedService tools = OpenGuide.tools(environment, store, runs, guided, catalog, complaints);
            Optional<JwtVerifier> tokens = new BearerTokens(environment).verifier(complaints::line);
            Gatekeeper gate = gate(store, settings, tokens.isPresent());
            WaybillServer server =
                    start(settings, gate, tokens, opened, tools, workflows, evidence, triggers, complaints);
            try (TriggerLoop _ = triggers.loop(complaints::line);
                    Farewell farewell = new Farewell(ExitCode.YES, () -> {
                        server.close();
                        opened.giveBack();
                        say(complaints, "stopped; all runs are released");
                    })) {
                say(complaints, server.readyLine());
                ready.accept(server.url());
                return farewell.during(() -> {
                    if (server.awaitLoss()) {
                        throw Failure.unreadable(
                                "the server socket was lost, probably because the process had no open file left",
                                "Start it again, with a higher limit of open files (ulimit -n).");
                    }
                    return ExitCode.YES;
                });
            }
        }
    }

    /// Null where nobody is named: what waits to be anchored then waits on, and is not called delivered.
    private @Nullable AnchorWatch watch(RunStore store, List<AnchorTarget> others, Complaints complaints) {
        if (others.isEmpty()) {
            return null;
        }
        RunExport export =
                new RunExport(store, Hosts.OPERATOR, options.receipts().issuers(environment));
        return new AnchorWatch(new DeliveryRound(
                store,
                new AnchorCourier(export, others, options.anchors(environment), environment.clock()),
                environment.clock(),
                (item, why) -> complaints.line(item.run() + " is not anchored yet: " + why.getMessage())));
    }

    /// Where a server for a browser on this machine listens: where it was told to, else at the usual port or a free
    /// one.
    ServerSettings settingsForABrowser() {
        ServerSettings settings = settings();
        if (!settings.isLoopback()) {
            throw Failure.usage(
                    "ui serves this machine only, not " + settings.host(), "Leave out --host, or use waybill serve.");
        }
        boolean named = port.source(environment) != Source.DEFAULT;
        return named || WaybillServer.isFree(settings)
                ? settings
                : ServerSettings.of(settings.host(), 0).withOrigins(settings.origins());
    }

    private ServerSettings settings() {
        try {
            return ServerSettings.of(host.orUsual(environment), Math.toIntExact(port.orUsual(environment)))
                    .withOrigins(origins.in(environment).orElse(List.of()));
        } catch (IllegalArgumentException e) {
            throw Failure.usage(String.valueOf(e.getMessage()), "Check --port and --origin.");
        }
    }

    /// A start that only this machine can reach does without keys until there is one; the ready line says so.
    /// Everywhere
    /// else the first start of a store makes a key.
    private Gatekeeper gate(RunStore store, ServerSettings settings, boolean tokens) {
        if (keys.isGiven() && needed.isFlagged()) {
            throw Failure.usage("expected --keys or --no-keys, found both", "Give one of them.");
        }
        Optional<Boolean> asked = keys.isGiven() ? Optional.of(true) : needed.in(environment);
        if (!asked.orElse(true) && !settings.isLoopback()) {
            throw Failure.usage(
                    "--no-keys is for this machine only, not for " + settings.host(),
                    "Leave out --no-keys, or listen on 127.0.0.1.");
        }
        boolean needsNone = settings.isLoopback() && !tokens && store.apiKeys().isEmpty();
        if (!asked.orElse(!needsNone)) {
            return Gatekeeper.open(new Caller(Hosts.TENANT, "this-machine", Scope.ALL));
        }
        FreshApiKey key = FreshApiKey.make(
                new SecureRandom(),
                Hosts.TENANT,
                "created by the first start",
                Scope.ALL,
                environment.clock().instant(),
                null);
        if (store.addFirstApiKey(key.kept())) {
            // Never into a log.
            tell("your API key, shown only once: " + key.secret());
        }
        return new SignIn(store, environment.clock(), new SecureRandom(), settings);
    }

    private WaybillServer start(
            ServerSettings settings,
            Gatekeeper gate,
            Optional<JwtVerifier> tokens,
            OpenHost opened,
            GuidedService tools,
            DefinitionSource workflows,
            TenantEvidence evidence,
            Triggers triggers,
            Complaints complaints) {
        McpTools offered = guided.offered(environment);
        McpHttp mcp = new McpHttp(offered, () -> tools, Version.current().version(), new SecureRandom());
        try {
            MetricsDoor metrics = new MetricsDoor(opened.host()::activities, environment.clock());
            WitnessDoor witness = new WitnessDoor(
                    new Countersigning(options.receipts().issuers(environment), environment.clock())::sign);
            RestDoor rest = RestWiring.door(
                    environment,
                    opened,
                    workflows,
                    options.receipts().issuers(environment),
                    evidence,
                    triggers.desk(),
                    complaints);
            HookDoor hooks = new HookDoor(triggers.desk(), triggers.keys(), environment.clock(), complaints::line);
            DeskDoor desk = new DeskDoor(
                    new RunPages(opened.store()),
                    new Verification(opened.host(), opened.store(), environment.clock()),
                    environment.clock(),
                    complaints);
            AuditDoor audit = new AuditDoor(options.place().audit(environment, complaints::line), environment.clock());
            A2aDoor a2a = new A2aDoor(
                    new A2aHost(
                            Version.current().version(),
                            opened.host(),
                            opened.events(),
                            workflows,
                            () -> publicUrl.in(environment),
                            !(gate instanceof SignIn) && tokens.isEmpty()),
                    complaints);
            Door session = gate instanceof SignIn signIn ? signIn : new OpenSession();
            List<Door> doors =
                    List.of(new DashboardDoor(), a2a, rest, hooks, mcp, session, metrics, witness, desk, audit);
            Gatekeeper first = tokens.<Gatekeeper>map(verifier -> new JwtGate(verifier, gate))
                    .orElse(gate);
            WaybillServer server = WaybillServer.start(settings, first, () -> obstacle(opened), doors);
            String reached = publicUrl.in(environment).orElse(server.url());
            opened.host()
                    .presentAs(
                            () -> HostSelf.at(HostIds.of(opened.store(), environment.clock()), reached),
                            JsonObject.of("url", server.url())
                                    .with("version", Version.current().version()));
            opened.host().heartbeat();
            return server;
        } catch (UncheckedIOException e) {
            throw new Failure(
                    ExitCode.NO,
                    "cannot_listen",
                    "cannot listen on %s:%d: %s".formatted(settings.host(), settings.port(), why(e)),
                    "Choose another port with --port, or stop what listens there.");
        }
    }

    private static String why(Exception problem) {
        Throwable cause = problem.getCause();
        return String.valueOf((cause == null ? problem : cause).getMessage());
    }

    /// What is in the way of serving; empty when nothing is. The host writes every few seconds, so only
    /// reading is tried here.
    private static Optional<String> obstacle(OpenHost opened) {
        try {
            opened.store().tokenKeys();
            return opened.obstacle().map(problem -> problem.outside().message());
        } catch (RuntimeException e) {
            return Optional.of(Refusals.outside(e).message());
        }
    }

    /// Who reads JSON finds every line in one place; who starts a server by hand, or waits for it, reads its
    /// output.
    private void say(Complaints complaints, String sentence) {
        if (complaints.json()) {
            complaints.notice(sentence);
        } else {
            tell(sentence);
        }
    }

    private void tell(String sentence) {
        environment.out().println(sentence);
        environment.out().flush();
    }
}
