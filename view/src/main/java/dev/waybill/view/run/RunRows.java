package dev.waybill.view.run;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.view.text.Elapsed;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Runs as a list shows them.
public final class RunRows {

    private static final String CHILD = " (child)";
    private static final String REMOTE = " (child of another host)";

    private RunRows() {}

    /// @param rows each as [#json] gives it, here or on another host
    public static String text(List<JsonObject> rows, Instant now, Surface surface) {
        Table table = new Table(
                        Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT, Column.NUMBER, Column.TEXT, Column.TEXT)
                .head("RUN", "WORKFLOW", "STATUS", "NODE", "EVENTS", "STARTED", "CHANGED");
        for (JsonObject row : rows) {
            RunStatus status = RunStatus.ofWire(text(row, "status"));
            table.row(
                    Cell.of(text(row, "runId")),
                    Cell.of(text(row, "workflowId") + from(row)),
                    new Cell(status.wire(), StatusText.style(status)),
                    Cell.of(text(row, "currentNodeId")),
                    Cell.of(row.get("pruned") == JsonBool.TRUE ? "pruned" : String.valueOf(row.get("events"))),
                    Cell.of(ago(Times.parse(text(row, "startedAt")), now)),
                    Cell.of(ago(Times.parse(text(row, "updatedAt")), now)));
        }
        return table.render(surface);
    }

    private static String text(JsonObject row, String name) {
        return row.string(name).orElse("");
    }

    private static String from(JsonObject row) {
        return row.object(Origin.FORKED_FROM)
                .flatMap(fork -> fork.string("mode"))
                .map(mode -> " (" + mode + ")")
                .orElseGet(() -> row.has(Origin.PARENT_RUN) ? CHILD : row.has(Origin.REMOTE_PARENT) ? REMOTE : "");
    }

    private static String ago(Instant then, Instant now) {
        return Elapsed.ago(Duration.between(then, now));
    }

    /// How it came to be, where somebody did not just start it: ` (child)`, ` (branch)`, ` (replay)`.
    public static String from(StoredRun run) {
        return switch (run.header().origin()) {
            case Origin.Start _ -> "";
            case Origin.Child _ -> CHILD;
            case Origin.Remote _ -> REMOTE;
            case Origin.Fork fork -> " (" + fork.mode().wire() + ")";
        };
    }

    public static JsonObject json(StoredRun run) {
        JsonObject.Builder json = JsonObject.builder()
                .put("runId", run.header().runId().value())
                .put("tenant", run.header().tenant())
                .put("workflowId", run.header().definitionId())
                .put("status", run.projection().status().wire())
                .putIfPresent("currentNodeId", run.projection().currentNode())
                .put("events", run.head())
                .put("startedAt", Times.format(run.header().createdAt()))
                .put("updatedAt", Times.format(run.projection().updatedAt()))
                .put("correlationId", run.header().correlationId());
        run.header().origin().toWire().members().forEach(json::put);
        return json.put("pruned", run.pruned()).build();
    }
}
