package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.store.ReceiptLog;
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

/// One session: its runs, oldest first, and all their places as one lineage. A fork grows from the place in another run
/// that its agent went back to.
///
/// @param again words that make another command find the same store
public record SessionPage(Session session, List<StoredRun> runs, LineageView lineage, String again) {

    public SessionPage {
        runs = List.copyOf(runs);
    }

    public static SessionPage of(RunReads log, ReceiptLog receipts, RunStates states, Session session, String again) {
        List<StoredRun> runs = session.runs().reversed();
        List<RunLineage> lineages = runs.stream()
                .filter(run -> !run.pruned())
                .map(run ->
                        RunLineage.read(log, receipts, states.state(run.header().runId())))
                .toList();
        return new SessionPage(session, runs, LineageView.of(lineages), again);
    }

    public JsonObject toJson() {
        List<JsonValue> rows = new ArrayList<>();
        runs.forEach(run -> rows.add(RunRows.json(run)));
        return SessionRows.json(session)
                .with("runs", new JsonArray(rows))
                .with("definitions", lineage.definitionsJson())
                .with("places", lineage.placesJson())
                .with("branches", lineage.branchesJson())
                .with("artifacts", lineage.artifactsJson());
    }

    public void print(PrintStream out, Surface surface, Instant now) {
        Ansi ansi = surface.ansi();
        out.println(ansi.paint(Style.STRONG, SafeText.of(session.name())) + "  "
                + Count.of(runs.size(), "run") + " of " + SafeText.of(session.tenant()) + ", last active "
                + ago(session.lastActivity(), now));
        for (StoredRun run : runs) {
            out.println();
            out.println(head(run, ansi, now));
            if (run.pruned()) {
                out.println("  its events were pruned; its receipts are still there");
            } else {
                List<PlaceView> own = lineage.placesOf(run.header().runId());
                new LineageText(own, lineage.branches().size() > 1, surface, out).print("  ");
            }
        }
        new ArtifactText(lineage.artifacts(), surface, out).print();
        out.println();
        out.println("next      waybill show " + runs.getLast().header().runId() + again);
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
