package dev.waybill.app.command.run;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.ByOption;
import dev.waybill.app.host.HostOptions;
import dev.waybill.journal.RunStatus;
import java.util.Optional;

/// `waybill cancel`: ends a run and its children. What is at work may still finish within a grace.
public final class CancelCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final HostOptions options = HostOptions.forKnownRuns();
    private final ServerOptions server = new ServerOptions();

    private final Operand<String> run = Operand.run("The run's id, or a unique prefix of it.");
    private final Option<String> reason = Option.text("--reason", "TEXT", "The reason, which is recorded.");
    private final ByOption by = new ByOption("cancels");
    private final Option<Boolean> noWait =
            Option.flag("--no-wait", "Only request the cancel; do not wait for the end.");

    public CancelCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Cancel a run and its children.", run, reason, by, noWait, options, server, common)
                .footer("Exit 0 if the run ends as cancelled, 1 if it ended another way first.");
    }

    @Override
    public ExitCode call() throws Exception {
        String id = run.given();
        String who = by.name(environment);
        RunCommands commands = new RunCommands(environment, common, options, server, "cancel", who);
        RunCommands.Telling cancel =
                _ -> Optional.of(at -> new dev.waybill.engine.decide.Command.Cancel(at, reason.value(), who));
        return noWait.isGiven() ? commands.only(id, cancel) : commands.andWork(id, RunStatus.CANCELLED, cancel);
    }
}
