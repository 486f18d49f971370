package dev.waybill.app.host;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.desk.ReplayDesk;
import dev.waybill.engine.diff.ReplayProof;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.run.Page;
import dev.waybill.view.run.ReplayVerdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Does a run that has ended once more, and says whether it came out the same. The replay signs the verdict.
///
/// @param host works on runs
public record Verification(RunHost host, RunStore store, InstantSource clock) implements ReplayDesk {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(250);

    /// Waits until a replay has come to its end.
    public interface Waiting {
        void until(RunId replay) throws InterruptedException;
    }

    @Override
    public Page verify(Caller caller, String run) throws InterruptedException {
        return of(caller, run, replay -> await(caller, replay));
    }

    /// @throws Failure when the run has not ended
    public ReplayVerdict of(Caller caller, String run, Waiting waiting) throws InterruptedException {
        RunReader reader = host.reader(caller);
        RunId source = RunIds.resolve(reader, run);
        RunState state = reader.state(source);
        if (!state.isTerminal()) {
            throw new Failure(
                    ExitCode.NO,
                    "run_not_ended",
                    source + " has not ended; --verify compares finished runs",
                    "Compare what there is with 'waybill replay " + source + "'.");
        }
        RunId replay = host.fork(caller, source, begin(state.header()), ForkMode.CHECK, JsonObject.EMPTY);
        waiting.until(replay);
        ReplayProof proof = ReplayProof.of(new EventPages(reader, source), new EventPages(reader, replay));
        Digest receipt = store.receiptHead(replay).map(ReceiptHead::ref).orElse(null);
        return new ReplayVerdict(source, replay, proof, receipt);
    }

    /// A branch is done again from where it begins: what it shares with its source, its source did.
    public static long begin(RunHeader header) {
        return header.origin() instanceof Origin.Fork fork ? fork.sequence() : 0;
    }

    private void await(Caller caller, RunId replay) throws InterruptedException {
        Changes changes = store.changes();
        Instant end = clock.instant().plus(PATIENCE);
        while (true) {
            long stamp = changes.stamp();
            RunState state = host.state(caller, replay);
            if (state.isTerminal() || (state.isGuided() && state.diverged())) {
                return;
            }
            if (clock.instant().isAfter(end)) {
                throw new Failure(
                        ExitCode.NO,
                        "replay_unfinished",
                        replay + " still repeats its source after " + PATIENCE.toSeconds() + " seconds",
                        "Compare it later with 'waybill diff'.");
            }
            changes.await(stamp, LOOK);
        }
    }
}
