package dev.waybill.app.command.guided;

import dev.waybill.app.anchor.AnchorCourier;
import dev.waybill.app.anchor.AnchorTarget;
import dev.waybill.app.anchor.AnchorWatch;
import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Version;
import dev.waybill.app.command.NativeCrypto;
import dev.waybill.app.host.BearerTokens;
import dev.waybill.app.host.Farewell;
import dev.waybill.app.host.HostLog;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.MockSeam;
import dev.waybill.app.host.OpenGuide;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.Surroundings;
import dev.waybill.app.host.TenantEvidence;
import dev.waybill.app.host.Triggers;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Gatekeeper;
import dev.waybill.doors.http.LocalGate;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.doors.http.SignIn;
import dev.waybill.doors.http.WaybillServer;
import dev.waybill.doors.jwt.JwtGate;
import dev.waybill.doors.jwt.JwtVerifier;
import dev.waybill.doors.rest.api.TestSeams;
import dev.waybill.host.wiring.HostIds;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
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
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A server at work: from its options to its last word.
final class Serving {

    /// So long a look at the files of definitions is good enough: less than anybody notices, and at a thousand requests
    /// a second a twentieth of the looks.
    private static final Duration GLANCE = Duration.ofMillis(20);

    private final Environment environment;
    private final ServeOptions options;

    Serving(Environment environment, ServeOptions options) {
        this.environment = options.forTests() ? Surroundings.forTests(environment) : environment;
        this.options = options;
    }

    /// @param ready hears where the server listens
    ExitCode at(ServerSettings settings, Consumer<String> ready) throws Exception {
        NativeCrypto.install();
        Complaints complaints = options.logs.log(environment, "waybill serve");
        HostLog log = HostLog.of(
                complaints, Hosts.spans(environment, options.runs.receipts().issuers(environment)));
        HostTrouble trouble = new HostTrouble(log::trouble);
        Catalog catalog = options.guided.catalog(environment).trustingFor(GLANCE, System::nanoTime);
        catalog.unusable()
                .forEach(file -> complaints.line("%s is left out: %s"
                        .formatted(file.source(), file.errors().getFirst().message())));
        DefinitionSource workflows = options.forTests() ? new TestSeams(catalog, MockSeam.in(environment)) : catalog;
        List<AnchorTarget> others = options.anchors.targets(environment);
        Hosts hosts = new Hosts(environment, options.runs, "serve")
                .with(complaints)
                .with(others.isEmpty() ? Deliveries.NONE : Deliveries.atTheEnd(AnchorCourier.KIND));
        try (OpenHost opened = hosts.forAllRuns(workflows, trouble, UnaryOperator.identity());
                TenantEvidence evidence = TenantEvidence.of(environment, opened.store());
                AnchorWatch _ = watch(opened.store(), others, complaints);
                WebhookPost _ = opened.outgoing().post(complaints::line)) {
            RunStore store = opened.store();
            log.knows(store);
            Triggers triggers = new Triggers(environment, opened, workflows);
            GuidedService tools = OpenGuide.tools(
                    environment, store, opened.host().guided(), options.guided, catalog.fromAfar(), complaints);
            Optional<JwtVerifier> tokens = new BearerTokens(environment).verifier(complaints::line);
            SignIn signIn = new SignIn(store, environment.clock(), new SecureRandom(), settings);
            Gatekeeper keys = gate(store, settings, signIn, tokens.isPresent());
            Gatekeeper gate = tokens.<Gatekeeper>map(verifier -> new JwtGate(verifier, keys))
                    .orElse(keys);
            List<Door> doors = new ServedDoors(environment, options, opened, workflows, triggers, complaints)
                    .behind(gate, signIn, tools, evidence);
            WaybillServer server = start(settings, gate, opened, doors, complaints);
            try (TriggerLoop _ = triggers.loop(complaints::line);
                    Farewell farewell = new Farewell(ExitCode.YES, () -> {
                        server.close();
                        opened.giveBack();
                        say(complaints, "stopped; all runs are released");
                    })) {
                // Only a server that listens has a use for a key that is shown once.
                if (isKeyed(settings, tokens.isPresent())) {
                    firstKey(store);
                }
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
                new RunExport(store, Hosts.OPERATOR, options.runs.receipts().issuers(environment));
        return new AnchorWatch(new DeliveryRound(
                store,
                new AnchorCourier(export, others, options.runs.anchors(environment), environment.clock()),
                environment.clock(),
                (item, why) -> complaints.line(item.run() + " is not anchored yet: " + why.getMessage())));
    }

    /// A server that only this machine can reach does without keys until there is one; the ready line says so.
    /// Everywhere else the first start of a store makes a key.
    private Gatekeeper gate(RunStore store, ServerSettings settings, SignIn signIn, boolean tokens) {
        Optional<Boolean> needed = options.needsKeys(environment, settings);
        if (isKeyed(settings, tokens)) {
            return signIn;
        }
        BooleanSupplier anyKey =
                needed.isPresent() ? () -> false : () -> !store.apiKeys().isEmpty();
        return new LocalGate(new Caller(Hosts.TENANT, Caller.THIS_MACHINE, Scope.ALL), anyKey, signIn);
    }

    private boolean isKeyed(ServerSettings settings, boolean tokens) {
        return options.needsKeys(environment, settings).orElse(tokens || !settings.isLoopback());
    }

    private void firstKey(RunStore store) {
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
    }

    private WaybillServer start(
            ServerSettings settings, Gatekeeper gate, OpenHost opened, List<Door> doors, Complaints complaints) {
        try {
            WaybillServer server = WaybillServer.start(settings, gate, () -> obstacle(opened), doors);
            String reached = options.publicUrl.in(environment).orElse(server.url());
            opened.host()
                    .presentAs(
                            () -> HostSelf.at(HostIds.of(opened.store(), environment.clock()), reached),
                            JsonObject.of("url", server.url())
                                    .with("version", Version.current().version()));
            opened.host().heartbeat();
            opened.obstacle()
                    .ifPresent(problem ->
                            complaints.line("not ready: " + Refusals.of(problem).message()));
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
            return opened.obstacle().map(problem -> Refusals.outside(problem).message());
        } catch (RuntimeException e) {
            return Optional.of(Refusals.outside(e).message());
        }
    }

    /// With JSON logs every line is in the log. Otherwise people and scripts that wait for the server read its output.
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
