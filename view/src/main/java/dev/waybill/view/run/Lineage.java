package dev.waybill.view.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunReads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a run came from, and which runs came from it.
public record Lineage(Origin origin, List<RunId> children, List<RunId> forks) {

    private static final int MOST = 20;

    public static Lineage of(RunReads log, RunHeader header) {
        return new Lineage(header.origin(), ids(log, header.runId(), null), ids(log, null, header.runId()));
    }

    private static List<RunId> ids(RunReads log, @Nullable RunId parent, @Nullable RunId forkOf) {
        return log.runs(RunQuery.where().parent(parent).forkOf(forkOf).newest(MOST)).stream()
                .map(run -> run.header().runId())
                .toList();
    }

    /// Label and text of each line.
    Map<String, String> lines() {
        Map<String, String> lines = new LinkedHashMap<>();
        switch (origin) {
            case Origin.Start _ -> {}
            case Origin.Child child -> lines.put("parent", child.parent() + ", node " + child.nodeId());
            case Origin.Remote remote ->
                lines.put(
                        "parent",
                        remote.parent().runId() + " on host " + remote.parent().hostId());
            case Origin.Fork fork ->
                lines.put(
                        "fork of",
                        fork.source() + " before event " + fork.sequence() + " ("
                                + fork.mode().wire() + ")");
        }
        put(lines, "children", children);
        put(lines, "forks", forks);
        return lines;
    }

    private static void put(Map<String, String> lines, String label, List<RunId> runs) {
        if (!runs.isEmpty()) {
            String more = runs.size() == MOST ? ", …" : "";
            lines.put(label, String.join(", ", runs.stream().map(RunId::value).toList()) + more);
        }
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder();
        switch (origin) {
            case Origin.Start _ -> {}
            case Origin.Child child ->
                json.put("parentRunId", child.parent().value()).put("parentNodeId", child.nodeId());
            case Origin.Remote remote ->
                json.put("parentRunId", remote.parent().runId())
                        .put("parentHostId", remote.parent().hostId());
            case Origin.Fork fork ->
                json.put("forkedFrom", fork.source().value())
                        .put("forkedAt", fork.sequence())
                        .put("mode", fork.mode().wire());
        }
        return json.put("children", texts(children)).put("forks", texts(forks)).build();
    }

    private static JsonArray texts(List<RunId> runs) {
        return JsonArray.ofStrings(
                new ArrayList<>(runs.stream().map(RunId::value).toList()));
    }
}
