package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.view.run.RunRows;
import dev.waybill.view.run.RunStates;
import dev.waybill.view.run.StatusText;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.Elapsed;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One session with the steps of its runs, oldest run first.
///
/// @param again words that make another command find the same store
public record SessionPage(Session session, List<Run> runs, String again) {

    /// @param tree null when the events were pruned
    public record Run(StoredRun stored, @Nullable StepTree tree) {}

    public SessionPage {
        runs = List.copyOf(runs);
    }

    public static SessionPage of(RunReads log, RunStates states, Session session, String again) {
        List<Run> runs = new ArrayList<>();
        for (StoredRun run : session.runs().reversed()) {
            StepTree tree = run.pruned()
                    ? null
                    : StepTree.of(log, states.state(run.header().runId()));
            runs.add(new Run(run, tree));
        }
        return new SessionPage(session, runs, again);
    }

    public JsonObject toJson() {
        List<JsonValue> all = new ArrayList<>();
        for (Run run : runs) {
            JsonObject row = RunRows.json(run.stored());
            all.add(run.tree() == null ? row : row.with("lineage", run.tree().toJson()));
        }
        return SessionRows.json(session).with("runs", new JsonArray(all));
    }

    public void print(PrintStream out, Surface surface, Instant now) {
        Ansi ansi = surface.ansi();
        out.println(ansi.paint(Style.STRONG, SafeText.of(session.name())) + "  "
                + Count.of(runs.size(), "run") + " of " + SafeText.of(session.tenant()) + ", last active "
                + ago(session.lastActivity(), now));
        for (Run run : runs) {
            out.println();
            out.println(head(run.stored(), ansi, now));
            if (run.tree() == null) {
                out.println("  its events were pruned; its receipts are still there");
            } else {
                run.tree().print(out, surface, "  ");
            }
        }
        out.println();
        out.println("next      waybill show " + runs.getLast().stored().header().runId() + again);
    }

    private static String head(StoredRun run, Ansi ansi, Instant now) {
        return run.header().runId() + "  "
                + SafeText.of(run.header().definitionId() + RunRows.from(run)) + "  "
                + StatusText.paint(ansi, run.projection().status()) + "  "
                + ansi.paint(Style.DIM, ago(run.projection().updatedAt(), now));
    }

    private static String ago(Instant then, Instant now) {
        return Elapsed.ago(Duration.between(then, now));
    }
}
