package dev.waybill.app.command.guided;

import dev.waybill.app.anchor.AnchorCourier;
import dev.waybill.app.anchor.AnchorOptions;
import dev.waybill.app.anchor.AnchorTarget;
import dev.waybill.app.anchor.AnchorWatch;
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
import dev.waybill.app.host.Countersigning;
import dev.waybill.app.host.Farewell;
import dev.waybill.app.host.GuidedOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.HostTrouble;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenGuide;
import dev.waybill.app.host.OpenHost;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Gatekeeper;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.doors.http.SignIn;
import dev.waybill.doors.http.WaybillServer;
import dev.waybill.doors.mcp.McpHttp;
import dev.waybill.doors.mcp.McpTools;
import dev.waybill.doors.metrics.MetricsDoor;
import dev.waybill.doors.witness.WitnessDoor;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.catalog.Catalog;
import dev.waybill.runtime.deliver.Deliveries;
import dev.waybill.runtime.deliver.DeliveryRound;
import dev.waybill.runtime.guided.GuidedService;
import dev.waybill.runtime.receipt.RunExport;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// `waybill serve`: guided workflows for many agents over HTTP, and work on all runs.
public final class ServeCommand implements Command {

    private static final String LOOPBACK = "127.0.0.1";
    private static final long PORT = 8080;

    private final Environment environment;
    private final CommonOptions common = new CommonOptions();
    private final HostOptions options = HostOptions.forNewRuns();
    private final GuidedOptions guided = new GuidedOptions();
    private final Option<String> host =
            Option.text("--host", "HOST", "Where to listen (default: 127.0.0.1, this machine only).");
    private final Option<Long> port = Option.number("--port", "PORT", "The port (default: 8080; 0 takes a free one).");
    private final Option<List<String>> origins = Option.texts(
            "--origin",
            "URL",
            "A web page's origin that may call, such as https://waybill.example; repeat it for more.");
    private final AnchorOptions anchors = new AnchorOptions("--anchor-", "of each run at its end");
    private final Option<Boolean> open =
            Option.flag("--no-keys", "Need no API key; allowed only where nobody but this machine can call.");

    public ServeCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "Serve guided workflows over HTTP (MCP at /mcp) and work on all runs.",
                        host,
                        port,
                        origins,
                        open,
                        guided,
                        anchors,
                        options,
                        common)
                .footer(
                        "The first start prints an API key, once. More keys: waybill apikeys. Health: /health, /ready.");
    }

    @Override
    public ExitCode call() throws Exception {
        NativeCrypto.install();
        Complaints complaints = new Complaints(environment, "waybill serve");
        HostTrouble trouble = new HostTrouble(complaints::line);
        ServerSettings settings = settings();
        Catalog catalog = guided.catalog(environment);
        List<AnchorTarget> others = anchors.targets(environment);
        Hosts hosts = new Hosts(environment, options, "serve")
                .with(others.isEmpty() ? Deliveries.NONE : Deliveries.atTheEnd(AnchorCourier.KIND));
        try (OpenHost opened = hosts.forAllRuns(catalog, trouble, UnaryOperator.identity());
                AnchorWatch _ = watch(opened.store(), others, complaints)) {
            RunStore store = opened.store();
            GuidedRuns runs = opened.host().guided();
            GuidedService tools = OpenGuide.tools(environment, store, runs, guided, catalog, complaints);
            Gatekeeper gate = gate(store, settings);
            WaybillServer server = start(settings, gate, opened, tools);
            try (Farewell farewell = new Farewell(ExitCode.YES, () -> {
                server.close();
                opened.giveBack();
                say("stopped; all runs are released");
            })) {
                say(server.readyLine());
                return farewell.during(() -> {
                    new CountDownLatch(1).await();
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

    private ServerSettings settings() {
        try {
            return ServerSettings.of(host.orElse(LOOPBACK), Math.toIntExact(port.orElse(PORT)))
                    .withOrigins(origins.orElse(List.of()));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw Failure.usage(String.valueOf(e.getMessage()), "Check --port and --origin.");
        }
    }

    /// The first start of a store makes a key. A loopback start may do without one, and says so.
    private Gatekeeper gate(RunStore store, ServerSettings settings) {
        if (open.orElse(false)) {
            if (!settings.isLoopback()) {
                throw Failure.usage(
                        "--no-keys is for this machine only, not for " + settings.host(),
                        "Leave out --no-keys, or listen on 127.0.0.1.");
            }
            say("no API key is needed: everybody on this machine may call");
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
            say("your API key, shown only once: " + key.secret());
        }
        return new SignIn(store, environment.clock(), new SecureRandom(), settings);
    }

    private WaybillServer start(ServerSettings settings, Gatekeeper gate, OpenHost opened, GuidedService tools) {
        McpTools offered = guided.offered();
        McpHttp mcp = new McpHttp(offered, () -> tools, Version.current().version(), new SecureRandom());
        try {
            MetricsDoor metrics = new MetricsDoor(opened.host()::activities, environment.clock());
            WitnessDoor witness = new WitnessDoor(
                    new Countersigning(options.receipts().issuers(environment), environment.clock())::sign);
            List<Door> doors = gate instanceof SignIn signIn
                    ? List.of(mcp, signIn, metrics, witness)
                    : List.of(mcp, metrics, witness);
            return WaybillServer.start(settings, gate, () -> obstacle(opened.store()), doors);
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

    /// What is in the way of serving; empty when nothing is.
    private static Optional<String> obstacle(RunStore store) {
        try {
            store.tokenKeys();
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void say(String sentence) {
        environment.out().println(sentence);
        environment.out().flush();
    }
}
