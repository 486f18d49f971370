package dev.waybill.app.command.run;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.host.HostOptions;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunStatus;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/// `waybill resume`: goes on with a run that was paused, or that somebody left.
public final class ResumeCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final HostOptions options = HostOptions.forKnownRuns();

    private final Operand<String> run = Operand.text("RUN", "The run's id, or enough of its beginning.");
    private final Option<Boolean> noWait =
            Option.flag("--no-wait", "End the pause only, and leave the work to who works on the run.");

    public ResumeCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Go on with a run that was paused or left.", run, noWait, options, common)
                .footer("Exit 0: completed. Exit 1: failed, cancelled, or waiting for an answer.");
    }

    @Override
    public ExitCode call() throws Exception {
        RunCommands commands = new RunCommands(environment, common, options, "resume");
        String id = Objects.requireNonNull(run.value());
        return noWait.isGiven()
                ? commands.only(id, ResumeCommand::resume)
                : commands.andWork(id, RunStatus.COMPLETED, ResumeCommand::resume);
    }

    /// A run that was only left is not paused: nobody has to tell it anything.
    private static Optional<Function<Instant, dev.waybill.engine.decide.Command>> resume(RunState state) {
        boolean left = state.phase() == Phase.RUNNING || state.phase() == Phase.ENDING;
        return left ? Optional.empty() : Optional.of(dev.waybill.engine.decide.Command.Resume::new);
    }
}
