package dev.waybill.app.command.run;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.RunIds;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.state.RunState;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.view.run.Standing;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/// How a command tells a run something: finds the run, tells it, and goes on with it or leaves it to others.
final class RunCommands {

    /// What to tell a run in this status; nothing if it only has to be continued.
    interface Telling {
        Optional<Function<Instant, Command>> to(Glance run);
    }

    /// Whom a command tells something.
    record Told(RunId run, Telling telling) {
        static Told of(OpenHost open, String run, Telling telling) {
            return new Told(RunIds.resolve(open.store(), run), telling);
        }
    }

    /// Finds whom to tell, once the store is open.
    interface Addressee {
        Told find(OpenHost open);
    }

    private final Environment environment;
    private final CommonOptions common;
    private final HostOptions options;
    private final ServerOptions server;
    private final String kind;
    private final String by;

    /// @param by who tells it
    RunCommands(
            Environment environment,
            CommonOptions common,
            HostOptions options,
            ServerOptions server,
            String kind,
            String by) {
        this.environment = environment;
        this.common = common;
        this.options = options;
        this.server = server;
        this.kind = kind;
        this.by = by;
    }

    /// Tells it, and works on the run until it rests.
    ///
    /// @param wanted exit 0 when the run rests like this
    ExitCode andWork(String run, RunStatus wanted, Telling telling) throws Exception {
        Optional<RemoteRun> remote = remote();
        return remote.isPresent()
                ? remote.get().tell(run, telling, wanted)
                : andWork(wanted, open -> Told.of(open, run, telling));
    }

    ExitCode andWork(RunStatus wanted, Addressee addressee) throws Exception {
        HostTrouble trouble = Drive.trouble(environment);
        try (OpenHost open = new Hosts(environment, options, kind).forOwnRuns(DefinitionSource.NONE, trouble)) {
            Drive drive = new Drive(environment, common, options, trouble, open, by);
            Told told = addressee.find(open);
            RunState before = open.host().state(Hosts.OPERATOR, told.run());
            tell(open, told, before);
            drive.adopt(told.run());
            return drive.toRest(told.run(), before.head(), wanted);
        }
    }

    /// Tells it, and leaves the work to who works on the run.
    ///
    /// @return exit 0: it was told
    ExitCode only(String run, Telling telling) throws Exception {
        Optional<RemoteRun> remote = remote();
        return remote.isPresent() ? remote.get().tell(run, telling, null) : only(open -> Told.of(open, run, telling));
    }

    /// The host that has the run, where one is named.
    private Optional<RemoteRun> remote() {
        return server.server(environment, options.place())
                .map(host -> new RemoteRun(environment, common, host, server.again()));
    }

    boolean isRemote() {
        return server.isMeant(environment, options.place());
    }

    ExitCode only(Addressee addressee) {
        HostTrouble trouble = Drive.trouble(environment);
        try (OpenHost open = new Hosts(environment, options, kind).forCommands(DefinitionSource.NONE, trouble)) {
            Told told = addressee.find(open);
            tell(open, told, open.host().state(Hosts.OPERATOR, told.run()));
            Drive drive = new Drive(environment, common, options, trouble, open, by);
            drive.show(Standing.of(open.host().reader(Hosts.OPERATOR)::state, told.run()));
            return ExitCode.YES;
        }
    }

    /// An answer that was given before is no new fact, and who gives it again is not the one who gave it.
    private void tell(OpenHost open, Told told, RunState state) {
        told.telling().to(Glance.of(state)).ifPresent(command -> {
            open.host().tell(Hosts.OPERATOR, told.run(), command);
            if (kind.equals("answer")
                    && open.host().state(Hosts.OPERATOR, told.run()).head() == state.head()) {
                environment.err().println("waybill: this question already has that answer; nothing was recorded");
                environment.err().flush();
            }
        });
    }
}
