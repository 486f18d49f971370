package dev.waybill.view.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.ChildRun;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.NodeEnd;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.Occupation;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.StoredRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A run as programs see it: OpenWOP's snapshot, with what its own suite reads beyond the schema.
///
/// @param children the runs that it handed work to, in that order
/// @param metadata what its caller said about it, `tags` among it
public record RunSnapshot(RunState state, List<StoredRun> children, JsonObject metadata) {

    /// Where a start's metadata keeps the tags.
    public static final String TAGS = "tags";

    private static final int MOST_CHILDREN = 1_000;
    private static final int EVENT_LOG_SCHEMA = 1;
    private static final String OWNER = "owner";

    public RunSnapshot {
        children = List.copyOf(children);
    }

    public static RunSnapshot of(RunReads log, RunState state) {
        List<StoredRun> children =
                log.runs(RunQuery.where().parent(creator(state)).newest(MOST_CHILDREN));
        return new RunSnapshot(state, inOrder(state, children), metadata(log, state.header()));
    }

    /// As work was handed over; the names of children tell nothing of that.
    private static List<StoredRun> inOrder(RunState state, List<StoredRun> children) {
        Map<String, Long> announced = new HashMap<>();
        for (ChildRun child : state.delegation().family()) {
            announced.put(child.runId(), child.since().sequence());
        }
        return children.stream()
                .sorted(Comparator.comparingLong(
                        child -> announced.getOrDefault(child.header().runId().value(), Long.MAX_VALUE)))
                .toList();
    }

    /// A replay creates no children. Those that its events tell of are its source's.
    private static RunId creator(RunState state) {
        RunHeader header = state.header();
        return header.origin() instanceof Origin.Fork fork && fork.mode().repeats() && !state.diverged()
                ? fork.source()
                : header.runId();
    }

    /// What was said at the start, and over it what each fork on the way here changed.
    private static JsonObject metadata(RunReads log, RunHeader header) {
        if (header.origin() instanceof Origin.Fork fork && !fork.overlay().isEmpty()) {
            return fork.said(log.run(fork.source())
                    .map(source -> metadata(log, source.header()))
                    .orElseGet(() -> atStart(log, header.runId())));
        }
        return atStart(log, header.runId());
    }

    private static JsonObject atStart(RunReads log, RunId run) {
        return log.events(run, 0, 1).stream()
                .map(event -> EventCodec.decode(run, event).fact())
                .findFirst()
                .filter(RunFact.RunStarted.class::isInstance)
                .map(fact -> ((RunFact.RunStarted) fact).metadata())
                .orElse(JsonObject.EMPTY);
    }

    /// @param access what lets somebody answer an open question: `interruptToken`, `callbackUrl`, or nothing
    public JsonObject toJson(Function<Interrupt, JsonObject> access) {
        RunHeader header = state.header();
        JsonObject.Builder json = JsonObject.builder()
                .put("runId", header.runId().value())
                .put("workflowId", header.definitionId())
                .put("status", status().wire())
                .put("owner", owner(header));
        lineage(header.origin(), json);
        json.put("startedAt", Times.format(Began.of(state)))
                .putIfPresent("completedAt", state.isTerminal() ? Times.format(state.clock()) : null)
                .putIfPresent("currentNodeId", current())
                .put("inputs", PublicView.inputs(state))
                .put("variables", variables())
                .put("channels", PublicView.channels(state))
                .put("outputs", PublicView.outputs(state))
                .put("nodeStates", nodeStates())
                .putIfPresent("error", state.error() == null ? null : failure(state.error()))
                .putIfPresent("configurable", filled(state.data().configurable()))
                .putIfPresent("metadata", filled(metadata.without(TAGS)))
                .putIfPresent("tags", metadata.get(TAGS));
        new RunAgents(state).into(json);
        if (state.delegation().gaveUp()) {
            json.put("goalMet", false);
        }
        if (state.isPausing()) {
            json.put("pausing", true);
        }
        questions(access, json);
        return json.put("childRuns", childRuns())
                .put("workspace", JsonArray.EMPTY)
                .putIfPresent("sessionId", header.session())
                .put("correlationId", header.correlationId())
                .put("engineVersion", header.engineVersion())
                .put("eventLogSchemaVersion", EVENT_LOG_SCHEMA)
                .put("lastEventSeq", state.head() - 1)
                .build();
    }

    /// With the channels, which OpenWOP had among the variables before they had a place of their own.
    private JsonObject variables() {
        JsonObject.Builder all = JsonObject.builder();
        PublicView.channels(state).members().forEach(all::put);
        PublicView.variables(state).members().forEach(all::put);
        return all.build();
    }

    private RunStatus status() {
        return Status.among(
                state,
                children.stream().map(child -> child.projection().status()).toList());
    }

    private static @Nullable JsonObject filled(JsonObject object) {
        return object.isEmpty() ? null : object;
    }

    private static JsonObject owner(RunHeader header) {
        return JsonObject.builder()
                .put("tenant", header.tenant())
                .putIfPresent("principal", header.options().string(OWNER).orElse(null))
                .build();
    }

    private static void lineage(Origin origin, JsonObject.Builder json) {
        switch (origin) {
            case Origin.Start _ -> {}
            case Origin.Child child ->
                json.put("parentRunId", child.parent().value()).put("parentNodeId", child.nodeId());
            case Origin.Remote remote ->
                json.put("parentRunId", remote.parent().runId())
                        .put("parentHostId", remote.parent().hostId());
            case Origin.Fork fork ->
                json.put("parentRunId", fork.source().value())
                        .put("sourceRunId", fork.source().value())
                        .put("fromSeq", fork.sequence())
                        .put("mode", fork.mode().wire());
        }
    }

    private List<Interrupt> open() {
        return state.isTerminal()
                ? List.of()
                : state.interrupts().values().stream()
                        .sorted(Comparator.comparingLong(it -> it.event().sequence()))
                        .toList();
    }

    private @Nullable String current() {
        return open().stream().findFirst().map(Interrupt::nodeId).orElse(null);
    }

    /// The question that the run's status is about stands by itself; all of them stand in the list.
    private void questions(Function<Interrupt, JsonObject> access, JsonObject.Builder json) {
        List<JsonValue> all = new ArrayList<>();
        open().forEach(interrupt -> all.add(question(interrupt, access.apply(interrupt))));
        if (!all.isEmpty()) {
            json.put("interrupt", all.getFirst()).put("interrupts", new JsonArray(all));
        }
    }

    private static JsonObject question(Interrupt interrupt, JsonObject access) {
        JsonObject.Builder json = JsonObject.builder();
        AskedQuestion.of(interrupt).toJson().members().forEach(json::put);
        access.members().forEach(json::put);
        return json.build();
    }

    /// Why the run failed, with what to do next where a refusal has it.
    private static JsonObject failure(RunError error) {
        return JsonObject.of("code", error.code())
                .with("message", error.message())
                .with("details", Advice.details(error));
    }

    private static JsonObject error(RunError error) {
        return JsonObject.builder()
                .put("code", error.code())
                .put("message", error.message())
                .putIfPresent("details", filled(error.details()))
                .build();
    }

    private JsonObject nodeStates() {
        JsonObject.Builder json = JsonObject.builder();
        state.nodes().forEach((id, node) -> json.put(id, node(node)));
        return json.build();
    }

    private static JsonObject node(NodeState node) {
        NodeEnd last = node.last();
        return JsonObject.builder()
                .put("status", doing(node))
                .put("executions", node.ordinal())
                .putIfPresent("outputs", last == null ? null : PublicView.outputs(last))
                .putIfPresent("error", last == null || last.error() == null ? null : error(last.error()))
                .build();
    }

    private static String doing(NodeState node) {
        NodeEnd last = node.last();
        return switch (node.occupation()) {
            case Occupation.Idle _ -> last == null ? "pending" : last.kind().wire();
            case Occupation.Asking _ -> "suspended";
            case Occupation.Retrying _ -> "retrying";
            case Occupation.Working _, Occupation.Delaying _, Occupation.HandingOver _ -> "running";
        };
    }

    private JsonArray childRuns() {
        List<JsonValue> runs = new ArrayList<>();
        for (StoredRun child : children) {
            runs.add(JsonObject.builder()
                    .put("runId", child.header().runId().value())
                    .put("workflowId", child.header().definitionId())
                    .put("status", child.projection().status().wire())
                    .putIfPresent(
                            "nodeId", child.header().origin() instanceof Origin.Child origin ? origin.nodeId() : null)
                    .build());
        }
        return new JsonArray(runs);
    }
}
