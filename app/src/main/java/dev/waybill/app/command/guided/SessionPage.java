package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Count;
import dev.waybill.app.command.run.RunRows;
import dev.waybill.app.command.run.StatusText;
import dev.waybill.app.command.run.StepTree;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.terminal.Ansi;
import dev.waybill.app.terminal.Elapsed;
import dev.waybill.app.terminal.SafeText;
import dev.waybill.app.terminal.Style;
import dev.waybill.app.terminal.Terminal;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.RunReader;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One session with the steps of its runs, oldest run first.
///
/// @param again words that make another command find the same store
record SessionPage(Session session, List<Run> runs, String again) {

    /// @param tree null when the events were pruned
    record Run(StoredRun stored, @Nullable StepTree tree) {}

    SessionPage {
        runs = List.copyOf(runs);
    }

    static SessionPage of(RunStore store, Session session, String again) {
        RunReader reader = RunReader.of(store, Hosts.OPERATOR);
        List<Run> runs = new ArrayList<>();
        for (StoredRun run : session.runs().reversed()) {
            StepTree tree = run.pruned()
                    ? null
                    : StepTree.of(store, reader.state(run.header().runId()));
            runs.add(new Run(run, tree));
        }
        return new SessionPage(session, runs, again);
    }

    JsonObject toJson() {
        List<JsonValue> all = new ArrayList<>();
        for (Run run : runs) {
            JsonObject row = RunRows.json(run.stored());
            all.add(run.tree() == null ? row : row.with("lineage", run.tree().toJson()));
        }
        return SessionRows.json(session).with("runs", new JsonArray(all));
    }

    void print(PrintStream out, Terminal terminal, Instant now) {
        Ansi ansi = terminal.ansi();
        out.println(ansi.paint(Style.STRONG, SafeText.of(session.name())) + "  "
                + Count.of(runs.size(), "run") + " of " + SafeText.of(session.tenant()) + ", last active "
                + ago(session.lastActivity(), now));
        for (Run run : runs) {
            out.println();
            out.println(head(run.stored(), ansi, now));
            if (run.tree() == null) {
                out.println("  its events were pruned; its receipts are still there");
            } else {
                run.tree().print(out, terminal, "  ");
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
