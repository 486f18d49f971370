package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Ending;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.event.Times;

/// A run that somebody cancelled. Cancel means stop: its agent is told who stopped it, when and why, and nothing opens
/// unless it asks for a resume afterwards.
final class Cancelled {

    private Cancelled() {}

    /// @param goesOn whether the agent has asked to go on since
    /// @throws GuidedRefusal when the run was cancelled, and it has not
    static void refuse(RunState state, boolean goesOn, GuidedSettings settings) {
        if (!goesOn && state.ending() instanceof Ending.Cancelling cancelling) {
            throw new GuidedRefusal(
                    GuidedCode.RUN_CANCELLED, words(state, cancelling), next(settings), details(state, cancelling));
        }
    }

    static boolean is(RunState state) {
        return state.ending() instanceof Ending.Cancelling;
    }

    private static String words(RunState state, Ending.Cancelling cancelling) {
        String who = cancelling.by() == null ? "somebody" : cancelling.by();
        String what = cancelling.parentRunId() == null
                ? "cancelled the run " + state.header().runId()
                : "cancelled the run %s, and this one inside it".formatted(cancelling.parentRunId());
        String why = cancelling.reason() == null ? "no reason was given" : cancelling.reason();
        return "%s %s at %s: %s".formatted(who, what, Times.format(state.clock()), why);
    }

    private static String next(GuidedSettings settings) {
        return "stop, and tell your user that it was cancelled; nothing was recorded. "
                + (settings.offers(ExtraTool.RESUME)
                        ? "Only if they want it to go on: call workflow_resume with this stateToken, then"
                                + " workflow_advance with the ackToken that it gives; that opens a new run from this step"
                        : "Only if they want it to go on: call workflow_start again, or let them start your server"
                                + " with --resume");
    }

    private static JsonObject details(RunState state, Ending.Cancelling cancelling) {
        return JsonObject.EMPTY
                .withIfPresent("cancelledBy", cancelling.by())
                .with("cancelledAt", Times.format(state.clock()))
                .withIfPresent("reason", cancelling.reason())
                .withIfPresent("parentRunId", cancelling.parentRunId());
    }
}
