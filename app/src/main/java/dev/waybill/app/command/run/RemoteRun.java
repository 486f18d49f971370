package dev.waybill.app.command.run;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Output;
import dev.waybill.app.desk.Desk;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerDesk;
import dev.waybill.app.host.Farewell;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.view.run.WireEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run at a host: told something, and watched while the host works on it.
public final class RemoteRun {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final Environment environment;
    private final CommonOptions common;
    private final Server server;
    private final ServerDesk desk;

    /// @param again words that make another command find the same host
    public RemoteRun(Environment environment, CommonOptions common, Server server, String again) {
        this.environment = environment;
        this.common = common;
        this.server = server;
        this.desk = new ServerDesk(server, again);
    }

    /// Tells a run something, and watches it until it rests.
    ///
    /// @param wanted exit 0 when the run rests like this; null to leave at once, with exit 0
    ExitCode tell(String run, RunCommands.Telling telling, @Nullable RunStatus wanted) throws Exception {
        JsonObject report = desk.report(run).toJson();
        Glance before = Glance.of(report);
        Optional<Command> command =
                telling.to(before).map(said -> said.apply(environment.clock().instant()));
        if (command.isPresent()) {
            send(before.runId(), command.get());
        }
        if (wanted == null) {
            show(before.runId());
            return ExitCode.YES;
        }
        return toRest(before.runId(), number(report, "events"), wanted);
    }

    private void send(String run, Command command) {
        String path = "/v1/runs/" + run;
        switch (command) {
            case Command.Cancel cancel -> server.post(path + "/cancel", reason(cancel.reason()), null);
            case Command.Pause pause ->
                server.post(
                        path + ":pause",
                        JsonObject.builder()
                                .putIfPresent("reason", pause.reason())
                                .put("drainPolicy", pause.policy().wire())
                                .build(),
                        null);
            case Command.Resume _ -> server.post(path + ":resume", JsonObject.EMPTY, null);
            case Command.Answer answer ->
                server.post(
                        path + "/interrupts/" + Server.encoded(answer.interrupt()),
                        JsonObject.builder()
                                .put("resumeValue", answer.value())
                                .putIfPresent("decidedBy", named(answer.by()))
                                .build(),
                        null);
            default -> throw new IllegalArgumentException("no command of people: " + command);
        }
    }

    private static JsonObject reason(@Nullable String reason) {
        return JsonObject.builder().putIfPresent("reason", reason).build();
    }

    /// A host knows people by their keys; the user of this machine is a name only if somebody gave it.
    private @Nullable String named(@Nullable String by) {
        return by == null || by.equals(environment.user()) ? null : by;
    }

    /// Watches a run until it rests, and says how it stands then.
    ///
    /// @param from the first event to show
    public ExitCode toRest(String run, long from, RunStatus wanted) throws Exception {
        StepView view = common.json()
                ? StepView.silent(common.terminal(), environment.clock())
                : new StepView(environment.out(), common.terminal(), environment.clock(), List.of());
        view.title(desk.report(run).toJson().string("workflowId").orElse(""), run);
        Farewell.during(environment, () -> watch(run, from, view));
        view.end();
        JsonObject report = show(run);
        return RunExit.of(common, status(report), wanted, report.get("goalMet") == JsonBool.FALSE);
    }

    private static RunStatus status(JsonObject report) {
        return RunStatus.ofWire(report.string("status").orElse(""));
    }

    private void watch(String run, long from, StepView view) throws InterruptedException {
        Desk.Events events = desk.events(run, from);
        boolean rests = false;
        while (true) {
            Optional<JsonObject> next = events.next(LOOK_AGAIN);
            next.ifPresent(event -> view.event(0, WireEvent.read(new RunId(run), event)));
            if (next.isEmpty()) {
                view.idle();
                if (rests || events.isEnded()) {
                    return;
                }
                rests = desk.report(run).toJson().get("rests") == JsonBool.TRUE;
            }
        }
    }

    private static long number(JsonObject object, String name) {
        return object.get(name) instanceof JsonNumber number
                ? number.asInteger().orElse(0)
                : 0;
    }

    private JsonObject show(String run) {
        Instant now = environment.clock().instant();
        JsonObject report = desk.report(run).toJson();
        new Output(environment, common.json())
                .answer(report, out -> desk.report(run).print(out, common.terminal(), now));
        return report;
    }
}
