package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.runtime.StartRequest;
import dev.waybill.view.run.WireEvent;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Runs on behalf of a test suite: what a seam tells is read from the log of a run like any other.
record SeamRuns(RestHost host, TestSeams seams) {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MOST = 1_000;

    /// A run that has ended, or that only a person can go on with.
    ///
    /// @param log its events, as everybody sees them
    record Rested(RunId run, RunState state, List<JsonObject> log) {

        String status() {
            return Status.of(state).wire();
        }

        /// The payloads of one type of event, in order.
        List<JsonObject> payloads(String type) {
            return log.stream()
                    .filter(event -> event.string("type").orElse("").equals(type))
                    .map(event -> event.object("payload").orElse(JsonObject.EMPTY))
                    .toList();
        }
    }

    /// @param json with single quotes
    static JsonObject quoted(String json) {
        return JsonReader.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    static WorkflowDefinition definition(JsonObject document) {
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad ->
                throw RestRefusal.invalid(bad.errors().getFirst().message());
        };
    }

    /// A workflow that others can hand over to.
    WorkflowDefinition bring(JsonObject document) {
        WorkflowDefinition definition = definition(document);
        seams.bring(definition);
        return definition;
    }

    Rested run(Call call, WorkflowDefinition definition) throws InterruptedException {
        return run(call, StartRequest.of(definition, JsonObject.EMPTY));
    }

    Rested run(Call call, StartRequest request) throws InterruptedException {
        List<String> missing = host.runs().missing(request.definition());
        if (!missing.isEmpty()) {
            throw RestRefusal.notFound("this host has no node type " + missing.getFirst());
        }
        return rested(call, host.runs().start(call.caller(), request));
    }

    Rested rested(Call call, RunId run) throws InterruptedException {
        long patience = System.nanoTime() + PATIENCE.toNanos();
        RunState state = host.runs().state(call.caller(), run);
        while (!isAtRest(state) && System.nanoTime() < patience) {
            Thread.sleep(5);
            state = host.runs().state(call.caller(), run);
        }
        return new Rested(run, state, log(call, run));
    }

    private static boolean isAtRest(RunState state) {
        RunStatus status = Status.of(state);
        return state.isTerminal()
                || (!Projections.isReady(state)
                        && (status == RunStatus.WAITING_APPROVAL || status == RunStatus.WAITING_INPUT));
    }

    List<JsonObject> log(Call call, RunId run) {
        return host.runs().reader(call.caller()).events(run, 0, MOST).stream()
                .map(event -> WireEvent.of(EventCodec.decode(run, event)))
                .toList();
    }
}
