package dev.waybill.app.command.run;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.journal.event.DrainPolicy;
import java.util.Optional;

/// `waybill pause`: nothing new starts until the run is resumed.
public final class PauseCommand extends ToldCommand {

    private final Operand<String> run = takes(Operand.run("The run's id, its beginning or end, or @last."));
    private final Option<Boolean> now =
            takes(Option.flag("--now", "Do not wait for running nodes; their outcomes are still recorded."));
    private final Option<String> reason = takes(Option.text("--reason", "TEXT", "The reason, which is recorded."));
    private final HostOptions options = takes(HostOptions.forKnownRuns());
    private final ServerOptions server = takes(new ServerOptions());

    public PauseCommand(Environment environment) {
        super(environment, "Pause a run: running nodes finish, nothing new starts.");
    }

    @Override
    public ExitCode call() throws Exception {
        DrainPolicy policy = now.isGiven() ? DrainPolicy.IMMEDIATE : DrainPolicy.DRAIN_CURRENT_NODE;
        return new RunCommands(environment, common, options, server, "pause", environment.user())
                .only(
                        run.given(),
                        _ -> Optional.of(
                                at -> new dev.waybill.engine.decide.Command.Pause(at, reason.value(), policy)));
    }
}
