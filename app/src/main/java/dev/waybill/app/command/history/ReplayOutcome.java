package dev.waybill.app.command.history;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.diff.EventDiff;
import dev.waybill.engine.diff.RunDiff;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.ReplayFact;
import dev.waybill.view.run.EventText;
import dev.waybill.view.text.Count;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/// How a replay came out.
///
/// @param whole whether the source has ended, and its replay with it
/// @param repeated how many events came out the same
/// @param different where the two part; null when they do not
record ReplayOutcome(
        String run,
        String replay,
        long place,
        boolean whole,
        long repeated,
        @Nullable Difference different) {

    /// The first difference. A replay that knows that it goes astray says so itself, with what it was about to do.
    record Difference(
            long sequence,
            @Nullable JsonObject expected,
            @Nullable JsonObject actual) {}

    static ReplayOutcome of(RunId run, RunId replay, long place, RunDiff diff, boolean ended) {
        // An open run has no recorded end: what its replay adds behind the log contradicts nothing.
        boolean same = diff.isSame() || diff.eventDiffs().getFirst().a() == null;
        return new ReplayOutcome(
                run.value(),
                replay.value(),
                place,
                ended && diff.isSame(),
                diff.sameEvents() - place,
                same ? null : difference(diff.eventDiffs().getFirst()));
    }

    private static Difference difference(EventDiff diff) {
        JsonObject expected = EventText.json(diff.a());
        Event found = diff.b();
        if (found != null && found.fact() instanceof ReplayFact.ReplayDiverged diverged) {
            JsonObject actual = diverged.actual() == null
                    ? null
                    : diverged.actual().asObject().orElse(null);
            return new Difference(diff.seq(), expected, actual);
        }
        return new Difference(diff.seq(), expected, EventText.json(found));
    }

    boolean isSame() {
        return different == null;
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("runId", replay)
                .put("sourceRunId", run)
                .put("fromSeq", place)
                .put("same", isSame())
                .put("sameEvents", repeated);
        if (different != null) {
            json.put("divergedAtSeq", different.sequence())
                    .putIfPresent("expected", different.expected())
                    .putIfPresent("actual", different.actual());
        }
        return json.build();
    }

    void print(PrintStream out) {
        if (different == null) {
            out.println("same " + Count.of(repeated, "event") + " (" + replay + ")"
                    + (whole ? "" : "; the source has not ended"));
        } else {
            out.println("different at event " + different.sequence() + ", after "
                    + Count.of(Math.max(repeated, 0), "equal event") + " (" + replay + ")");
            out.println("  expected  " + EventText.of(different.expected()));
            out.println("  actual    " + EventText.of(different.actual()));
        }
    }
}
