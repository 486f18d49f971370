package dev.waybill.app.command.run;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.ByOption;
import dev.waybill.app.host.HostOptions;
import dev.waybill.journal.RunStatus;
import java.util.Optional;

/// `waybill cancel`: ends a run and its children. What is at work may still finish within a grace.
public final class CancelCommand extends ToldCommand {

    private final Operand<String> run = takes(Operand.run("The run's id, its beginning or end, or @last."));
    private final Option<String> reason = takes(Option.text("--reason", "TEXT", "The reason, which is recorded."));
    private final ByOption by = takes(new ByOption("cancels"));
    private final Option<Boolean> noWait =
            takes(Option.flag("--no-wait", "Only request the cancel; do not wait for the end."));
    private final HostOptions options = takes(HostOptions.forKnownRuns());
    private final ServerOptions server = takes(new ServerOptions());

    public CancelCommand(Environment environment) {
        super(
                environment,
                "Cancel a run and its children.",
                "Exit 0 if the run ends as cancelled, 1 if it ended another way first.");
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
