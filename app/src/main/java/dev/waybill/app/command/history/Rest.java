package dev.waybill.app.command.history;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.host.HostTrouble;
import dev.waybill.app.host.OpenHost;
import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Changes;
import java.time.Duration;

/// Waits until a run that this process works on has ended, or goes on only when somebody else does something.
final class Rest {

    private static final Duration LOOK = Duration.ofMillis(250);

    private Rest() {}

    static RunState await(OpenHost open, HostTrouble trouble, RunId run) throws InterruptedException {
        Changes changes = open.store().changes();
        while (true) {
            long stamp = changes.stamp();
            RunState state = open.host().state(run);
            if (rests(open, state)) {
                return state;
            }
            trouble.stuck(run).ifPresent(why -> {
                throw new Failure(ExitCode.NO, "run_stuck", run + " cannot go on: " + why, null);
            });
            changes.await(stamp, LOOK);
        }
    }

    private static boolean rests(OpenHost open, RunState state) {
        if (Projections.isReady(state)) {
            return false;
        }
        if (state.isTerminal() || Status.of(state).isWaiting()) {
            return true;
        }
        return Projections.of(state).dueAt() == null && (state.header().isReplay() || childrenRest(open, state));
    }

    /// A run whose children wait for somebody waits with them; one whose child has ended is about to go on.
    private static boolean childrenRest(OpenHost open, RunState state) {
        for (NodeState node : state.nodes().values()) {
            if (node.occupation() instanceof Occupation.HandingOver handing) {
                RunState child = open.host().state(new RunId(handing.childRunId()));
                if (child.isTerminal() || !rests(open, child)) {
                    return false;
                }
            }
        }
        return true;
    }
}
