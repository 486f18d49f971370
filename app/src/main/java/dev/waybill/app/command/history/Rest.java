package dev.waybill.app.command.history;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.engine.state.RunState;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Changes;
import dev.waybill.view.run.Resting;
import java.time.Duration;
import java.util.function.Predicate;

/// Waits until a run that this process works on has ended, or goes on only when somebody else does something.
final class Rest {

    private static final Duration LOOK = Duration.ofMillis(250);

    private Rest() {}

    static RunState await(OpenHost open, HostTrouble trouble, RunId run) throws InterruptedException {
        return await(open, trouble, run, state -> Resting.rests(open.host().reader(Hosts.OPERATOR)::state, state));
    }

    static RunState await(OpenHost open, HostTrouble trouble, RunId run, Predicate<RunState> over)
            throws InterruptedException {
        Changes changes = open.store().changes();
        while (true) {
            long stamp = changes.stamp();
            RunState state = open.host().state(Hosts.OPERATOR, run);
            if (over.test(state)) {
                return state;
            }
            trouble.stuck(run).ifPresent(why -> {
                throw new Failure(ExitCode.NO, "run_stuck", run + " cannot continue: " + why, null);
            });
            changes.await(stamp, LOOK);
        }
    }
}
