package dev.waybill.app.command.history;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.diff.Comparison;
import dev.waybill.engine.diff.EventDiff;
import dev.waybill.engine.diff.RunDiff;
import dev.waybill.engine.state.RunState;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.ReplayFact;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.view.run.EventText;
import dev.waybill.view.text.Count;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// `waybill replay`: does a run again from its recorded answers, and says whether it came out the same.
public final class ReplayCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final HostOptions hosting = HostOptions.forKnownRuns();
    private final Operand<String> source = Operand.run("The run to replay: its id, or a unique prefix.");
    private final Option<Long> from = Option.number("--from", "SEQ", "The first event to repeat (default: 0).");
    private final Option<Boolean> pastCancel = Option.flag(
            "--past-cancel", "Go past a cancel, to see what the run would have done with its recorded answers.");

    public ReplayCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "Repeat a run from its recorded answers and compare.",
                        source,
                        from,
                        pastCancel,
                        hosting,
                        common)
                .footer(
                        "Nothing reaches the outside world: outcomes, answers and timers come from the log.",
                        "Exit 0 if all events came out the same, 1 if not.");
    }

    @Override
    public ExitCode call() throws InterruptedException {
        HostTrouble trouble = new HostTrouble(environment.err()::println);
        Hosts hosts = new Hosts(environment, hosting, "replay");
        try (OpenHost open = hosts.forOwnRuns(
                new WorkflowFolders().catalog(environment, Path.of("").toAbsolutePath()), trouble)) {
            RunId run = RunIds.resolve(open.store(), source.given());
            long place = from.orElse(0L);
            checkPlace(open, run, place);
            ForkMode mode = pastCancel.isGiven() ? ForkMode.REPLAY : ForkMode.CHECK;
            RunId replay = open.host().fork(Hosts.OPERATOR, run, place, mode, JsonObject.EMPTY);
            long head = open.store().run(run).map(StoredRun::head).orElse(0L);
            boolean ended = Rest.await(open, trouble, replay, state -> isOver(state, head))
                    .isTerminal();
            RunDiff diff = RunDiff.of(
                    new EventPages(open.store(), run), new EventPages(open.store(), replay), Comparison.REPLAY);
            return answer(run, replay, place, diff, ended);
        }
    }

    /// A graph is replayed to an end. An agent cannot be asked for more than it said, so a guided run may stay open.
    private static boolean isOver(RunState replay, long head) {
        return replay.isTerminal() || (replay.isGuided() && (replay.diverged() || replay.head() >= head));
    }

    private static void checkPlace(OpenHost open, RunId run, long place) {
        long head = open.store().run(run).map(StoredRun::head).orElse(0L);
        if (place < 0 || place >= head) {
            throw new Failure(
                    ExitCode.NO,
                    "invalid_from_seq",
                    "expected an event from 0 to %d, found %d".formatted(head - 1, place),
                    "See 'waybill events " + run + "'.");
        }
    }

    private ExitCode answer(RunId run, RunId replay, long place, RunDiff diff, boolean ended) {
        // An open run has no recorded end: what its replay adds behind the log contradicts nothing.
        boolean same = diff.isSame() || behindTheLog(diff);
        Divergence divergence = same ? null : Divergence.of(diff.eventDiffs().getFirst());
        long repeated = diff.sameEvents() - place;
        JsonObject.Builder json = JsonObject.builder()
                .put("runId", replay.value())
                .put("sourceRunId", run.value())
                .put("fromSeq", place)
                .put("same", same)
                .put("sameEvents", repeated);
        if (divergence != null) {
            json.put("divergedAtSeq", divergence.sequence())
                    .putIfPresent("expected", divergence.expected())
                    .putIfPresent("actual", divergence.actual());
        }
        new Output(environment, common.json()).answer(json.build(), out -> {
            if (divergence == null) {
                out.println("same " + Count.of(repeated, "event") + " (" + replay + ")"
                        + (ended && diff.isSame() ? "" : "; the source has not ended"));
            } else {
                out.println("different at event " + divergence.sequence() + ", after "
                        + Count.of(Math.max(repeated, 0), "equal event") + " (" + replay + ")");
                out.println("  expected  " + EventText.of(divergence.expected()));
                out.println("  actual    " + EventText.of(divergence.actual()));
            }
        });
        return ExitCode.of(same);
    }

    private static boolean behindTheLog(RunDiff diff) {
        return diff.eventDiffs().getFirst().a() == null;
    }

    /// The first difference. A replay that knows that it goes astray says so itself, with what it was about to do.
    private record Divergence(
            long sequence,
            @Nullable JsonObject expected,
            @Nullable JsonObject actual) {
        static Divergence of(EventDiff diff) {
            JsonObject expected = EventText.json(diff.a());
            Event found = diff.b();
            if (found != null && found.fact() instanceof ReplayFact.ReplayDiverged diverged) {
                JsonObject actual = diverged.actual() == null
                        ? null
                        : diverged.actual().asObject().orElse(null);
                return new Divergence(diff.seq(), expected, actual);
            }
            return new Divergence(diff.seq(), expected, EventText.json(found));
        }
    }
}
