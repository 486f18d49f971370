package dev.waybill.runtime.egress;

import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import java.lang.ScopedValue.CallableOp;
import java.util.Locale;

/// A way out of this process. Everything that leaves goes through one of these, and all of them are closed to work on
/// behalf of a replay: not because of what the work says of itself, but because of the run that it is for.
public enum Seam {
    HTTP,
    MODEL,
    MCP,
    A2A,
    PROGRAM,
    WEBHOOK,
    ANCHOR,
    TELEMETRY;

    private static final ScopedValue<RunId> REPLAY = ScopedValue.newInstance();

    /// Does something on behalf of a run. If the run is a replay, no way out is open meanwhile.
    public static <T, X extends Throwable> T during(RunHeader run, CallableOp<? extends T, X> work) throws X {
        return run.isReplay() ? ScopedValue.where(REPLAY, run.runId()).call(work) : work.call();
    }

    /// Does something that repeats a run: no way out is open meanwhile.
    public static <T, X extends Throwable> T repeating(RunId run, CallableOp<? extends T, X> work) throws X {
        return ScopedValue.where(REPLAY, run).call(work);
    }

    /// Called by whoever is about to send something out.
    ///
    /// @throws ReachedOutside when it is for a replay
    public void pass() {
        if (REPLAY.isBound()) {
            throw closed(REPLAY.get());
        }
    }

    /// Called by whoever is about to tell somebody outside about a run.
    ///
    /// @throws ReachedOutside when the run is a replay
    public void pass(RunHeader about) {
        pass();
        if (about.isReplay()) {
            throw closed(about.runId());
        }
    }

    private ReachedOutside closed(RunId replay) {
        return new ReachedOutside("%s repeats another run, so nothing of it leaves this process (%s)"
                .formatted(replay, name().toLowerCase(Locale.ROOT)));
    }
}
