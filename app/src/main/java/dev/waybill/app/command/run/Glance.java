package dev.waybill.app.command.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunStatus;
import java.util.List;
import java.util.Optional;

/// What a command must know of a run before it tells it something, whether the run is here or at a host.
///
/// @param pausing whether it is paused as soon as its nodes have finished
/// @param questions what the run itself asks
record Glance(String runId, RunStatus status, boolean pausing, boolean guided, List<Asked> questions) {

    /// An open question by all of its names.
    record Asked(String nodeId, String key, String id, String kind) {}

    static Glance of(RunState state) {
        return new Glance(
                state.header().runId().value(),
                Status.of(state),
                state.isPausing(),
                state.isGuided(),
                state.interrupts().values().stream()
                        .map(each -> new Asked(each.nodeId(), each.key(), each.id(), each.kind()))
                        .toList());
    }

    /// @param report how a host says that the run stands
    static Glance of(JsonObject report) {
        String run = text(report, "runId");
        return new Glance(
                run,
                RunStatus.ofWire(text(report, "status")),
                report.get("pausing") == JsonBool.TRUE,
                report.get("guided") == JsonBool.TRUE,
                report.array("interrupts").orElse(JsonArray.EMPTY).items().stream()
                        .flatMap(item -> item.asObject().stream())
                        .filter(item -> text(item, "runId").equals(run))
                        .map(item -> new Asked(
                                text(item, "nodeId"), text(item, "key"), text(item, "interruptId"), text(item, "kind")))
                        .toList());
    }

    /// Whether there is a pause that somebody can end.
    boolean isPaused() {
        return pausing || status == RunStatus.PAUSED;
    }

    private static String text(JsonObject object, String name) {
        return object.string(name).orElse("");
    }

    /// What kind of question goes by this name.
    Optional<String> kindOf(String asked) {
        return questions.stream()
                .filter(each -> List.of(each.nodeId(), each.key(), each.id()).contains(asked))
                .map(Asked::kind)
                .findFirst();
    }
}
