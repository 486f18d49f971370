package dev.waybill.view.run;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.ChildCount;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.view.text.Elapsed;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runs as a list shows them.
public final class RunRows {

    private static final String CHILD = " (child)";
    private static final String REMOTE = " (child of another host)";

    private static final String GOAL_MET = "goalMet";

    private RunRows() {}

    /// Rows for a list, each with its last event and the number of its children: two questions more, however many rows.
    public static List<JsonObject> json(RunReads reads, List<StoredRun> runs) {
        Set<RunId> parents = new LinkedHashSet<>();
        runs.forEach(run -> {
            parents.add(run.header().runId());
            parent(run).ifPresent(parents::add);
        });
        Map<RunId, StoredEvent> last = reads.lastEvents(runs);
        Map<RunId, ChildCount> children = reads.childCounts(null, parents);
        return runs.stream()
                .map(run -> {
                    RunId id = run.header().runId();
                    return json(run, last.get(id))
                            .withIfPresent("session", run.header().session())
                            .withIfPresent("children", counted(children.get(id)))
                            .withIfPresent(
                                    "siblings",
                                    parent(run)
                                            .map(parent -> counted(children.get(parent)))
                                            .orElse(null));
                })
                .toList();
    }

    private static Optional<RunId> parent(StoredRun run) {
        return run.header().origin() instanceof Origin.Child child ? Optional.of(child.parent()) : Optional.empty();
    }

    private static @Nullable JsonObject counted(@Nullable ChildCount count) {
        return count == null ? null : JsonObject.of("all", count.all()).with("open", count.open());
    }

    private static JsonObject json(StoredRun run, @Nullable StoredEvent last) {
        if (last == null) {
            return json(run);
        }
        Event event = EventCodec.decode(run.header().runId(), last);
        JsonObject told = JsonObject.builder()
                .put("type", event.fact().type())
                .put("sequence", last.sequence())
                .putIfPresent("nodeId", last.nodeId())
                .build();
        boolean gaveUp = event.fact() instanceof RunFact.RunCompleted end && end.goalUnmet();
        return json(run).with("lastEvent", told).withIfPresent(GOAL_MET, gaveUp ? JsonBool.FALSE : null);
    }

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
                    standing(row, status),
                    Cell.of(text(row, "currentNodeId")),
                    Cell.of(row.get("pruned") == JsonBool.TRUE ? "pruned" : String.valueOf(row.get("events"))),
                    Cell.of(ago(Times.parse(text(row, "startedAt")), now)),
                    Cell.of(ago(Times.parse(text(row, "updatedAt")), now)));
        }
        return table.render(surface);
    }

    /// A loop that gave up completes its run, but nobody would call that a success.
    private static Cell standing(JsonObject row, RunStatus status) {
        return row.get(GOAL_MET) == JsonBool.FALSE
                ? new Cell("gave up", StatusText.style(RunStatus.FAILED))
                : new Cell(status.wire(), StatusText.style(status));
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
                .put("startedAt", Times.format(Began.of(run.header())))
                .put("updatedAt", Times.format(run.projection().updatedAt()))
                .put("correlationId", run.header().correlationId());
        run.header().origin().toWire().members().forEach(json::put);
        return json.put("pruned", run.pruned()).build();
    }
}
