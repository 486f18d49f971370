package dev.waybill.app.command.run;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.ByOption;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.RunIds;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunStore;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/// `waybill resume`: goes on with a run that was paused, or that somebody left.
public final class ResumeCommand extends ToldCommand {

    private final Operand<String> run = takes(Operand.run("The run's id, its beginning or end, or @last."));
    private final ByOption by = takes(new ByOption("answers at the terminal"));
    private final Option<Boolean> noWait =
            takes(Option.flag("--no-wait", "Only end the pause; another process continues the run."));
    private final HostOptions options = takes(HostOptions.forKnownRuns());
    private final ServerOptions server = takes(new ServerOptions());

    public ResumeCommand(Environment environment) {
        super(
                environment,
                "Continue a run that was paused or left.",
                "Exit 0: completed. Exit 1: failed, cancelled, or waiting for an answer.",
                "For a guided run it only ends the pause (exit 0); its agent continues.");
        endsAsTheRun();
    }

    @Override
    public ExitCode call() throws Exception {
        RunCommands commands = new RunCommands(environment, common, options, server, "resume", by.name(environment));
        String id = run.given();
        return noWait.isGiven() || (!commands.isRemote() && isGuided(id))
                ? commands.only(id, ResumeCommand::resume)
                : commands.andWork(id, RunStatus.COMPLETED, ResumeCommand::resume);
    }

    /// Of a guided run only the pause can be ended here.
    private boolean isGuided(String id) {
        try (RunStore store = options.readStore(environment)) {
            return store.run(RunIds.resolve(store, id))
                    .filter(it -> it.header().isGuided())
                    .isPresent();
        }
    }

    /// A run that was only left is not paused: nobody has to tell it anything.
    private static Optional<Function<Instant, dev.waybill.engine.decide.Command>> resume(Glance run) {
        boolean left = !run.isPaused() && !run.status().isTerminal();
        if (left && run.guided()) {
            throw notOurs(run.runId());
        }
        return left ? Optional.empty() : Optional.of(dev.waybill.engine.decide.Command.Resume::new);
    }

    /// Nobody but its agent goes on with a guided run.
    private static Failure notOurs(String run) {
        return new Failure(
                ExitCode.NO,
                "run_guided",
                run + " is a guided run that is not paused: only its agent can continue it, step by step",
                "The agent calls workflow_advance with the tokens of its last answer. If it lost them, give it the"
                        + " prompt that 'waybill show " + run + " --tokens' prints.");
    }
}
