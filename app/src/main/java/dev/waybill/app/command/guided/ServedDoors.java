package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Version;
import dev.waybill.app.host.Countersigning;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.LoggedSpans;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.RestWiring;
import dev.waybill.app.host.RunPages;
import dev.waybill.app.host.SpanPage;
import dev.waybill.app.host.TenantEvidence;
import dev.waybill.app.host.Triggers;
import dev.waybill.app.host.Verification;
import dev.waybill.doors.a2a.A2aDoor;
import dev.waybill.doors.a2a.A2aHost;
import dev.waybill.doors.audit.AuditDoor;
import dev.waybill.doors.dashboard.DashboardDoor;
import dev.waybill.doors.desk.DeskDoor;
import dev.waybill.doors.hook.HookDoor;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.Gatekeeper;
import dev.waybill.doors.http.SignIn;
import dev.waybill.doors.mcp.McpHttp;
import dev.waybill.doors.metrics.MetricsDoor;
import dev.waybill.doors.witness.WitnessDoor;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.guided.GuidedService;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import dev.waybill.view.trace.RunSpans;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;

/// What a server offers, door by door.
record ServedDoors(
        Environment environment,
        ServeOptions options,
        OpenHost opened,
        DefinitionSource workflows,
        Triggers triggers,
        Complaints complaints) {

    List<Door> behind(Gatekeeper gate, SignIn signIn, GuidedService tools, TenantEvidence evidence) {
        InstantSource clock = environment.clock();
        ReceiptIssuers issuers = options.runs.receipts().issuers(environment);
        return List.of(
                new DashboardDoor(),
                a2a(() -> !gate.asksForKeys()),
                RestWiring.door(environment, opened, workflows, issuers, evidence, triggers.desk(), complaints),
                new HookDoor(triggers.desk(), triggers.keys(), clock, complaints::line),
                new McpHttp(
                        options.guided.offered(environment),
                        () -> tools,
                        Version.current().version(),
                        new SecureRandom()),
                signIn,
                new MetricsDoor(
                        opened.host()::activities, () -> opened.obstacle().isEmpty(), clock),
                new WitnessDoor(new Countersigning(issuers, clock)::sign),
                desk(Hosts.spans(environment, issuers)),
                new AuditDoor(options.runs.place().audit(environment, complaints::line), clock));
    }

    private A2aDoor a2a(BooleanSupplier open) {
        return new A2aDoor(
                new A2aHost(
                        Version.current().version(),
                        opened.host(),
                        opened.events(),
                        workflows,
                        () -> options.publicUrl.in(environment),
                        open),
                complaints);
    }

    private DeskDoor desk(RunSpans spans) {
        return new DeskDoor(
                new RunPages(opened.store()),
                new Verification(opened.host(), opened.store(), environment.clock()),
                (caller, run) -> new SpanPage(new LoggedSpans(opened.store(), caller, spans).of(List.of(run))),
                environment.clock(),
                complaints);
    }
}
