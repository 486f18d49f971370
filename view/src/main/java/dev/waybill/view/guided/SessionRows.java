package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.view.run.RunRows;
import dev.waybill.view.run.StatusText;
import dev.waybill.view.text.Elapsed;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Sessions as a list shows them: a row for each run, the session's name in front of the first.
public final class SessionRows {

    private SessionRows() {}

    public static String text(List<Session> sessions, Instant now, Surface surface) {
        Table table = new Table(Column.HANDLE, Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT, Column.TEXT)
                .head("SESSION", "RUN", "WORKFLOW", "STATUS", "STEP", "ACTIVE");
        for (Session session : sessions) {
            for (StoredRun run : session.runs()) {
                boolean first = run.equals(session.runs().getFirst());
                table.row(row(first ? session.name() : "", run, now));
            }
        }
        return table.render(surface);
    }

    private static Cell[] row(String session, StoredRun run, Instant now) {
        String step = run.projection().currentNode();
        return new Cell[] {
            new Cell(session, Style.STRONG),
            Cell.of(run.header().runId().value()),
            Cell.of(run.header().definitionId() + RunRows.from(run)),
            new Cell(
                    run.projection().status().wire(),
                    StatusText.style(run.projection().status())),
            Cell.of(step == null ? "" : step),
            Cell.of(Elapsed.ago(Duration.between(run.projection().updatedAt(), now)))
        };
    }

    public static JsonObject json(Session session) {
        List<JsonValue> runs = new ArrayList<>();
        session.runs().forEach(run -> runs.add(RunRows.json(run)));
        return JsonObject.of("sessionId", session.name())
                .with("tenant", session.tenant())
                .with("updatedAt", Times.format(session.lastActivity()))
                .with("runs", new JsonArray(runs));
    }
}
