package dev.waybill.app.command.guided;

import dev.waybill.app.command.history.Pruning;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.view.guided.Session;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import java.io.PrintStream;
import java.util.List;

/// What became of a session that was to go.
///
/// @param removed runs of which only receipts are left
/// @param kept runs that others need
record RemovedSession(Session session, List<RunId> removed, List<RunId> kept) {

    /// @param rehearse whether nothing is deleted
    static RemovedSession remove(RunStore store, Session session, boolean rehearse) {
        Pruning pruning = new Pruning(store, rehearse);
        session.runs().forEach(pruning::consider);
        return new RemovedSession(session, List.copyOf(pruning.pruned()), List.copyOf(pruning.kept()));
    }

    JsonObject toJson() {
        return JsonObject.of("sessionId", session.name())
                .with("tenant", session.tenant())
                .with("removed", ids(removed))
                .with("kept", ids(kept));
    }

    private static JsonArray ids(List<RunId> runs) {
        return JsonArray.ofStrings(runs.stream().map(RunId::value).toList());
    }

    void print(PrintStream out, boolean rehearsed) {
        out.println(SafeText.of(session.name()) + "  " + Count.of(removed.size(), "run")
                + (rehearsed ? " would go" : " gone")
                + (kept.isEmpty() ? "" : ", " + kept.size() + " kept because others need them"));
    }
}
