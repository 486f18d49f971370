package dev.waybill.agents.live;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import java.util.List;

/// What is told of a run.
record Told(RunState state, List<Event> events) {

    List<String> agentTypes() {
        return events.stream()
                .map(Event::type)
                .filter(type -> type.startsWith("agent."))
                .toList();
    }

    JsonObject payload(String type) {
        return events.stream()
                .filter(event -> event.type().equals(type))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + type + " in " + agentTypes()))
                .fact()
                .payload()
                .asObject()
                .orElseThrow();
    }

    List<String> ids(String type) {
        return events.stream()
                .filter(event -> event.type().equals(type))
                .map(Event::eventId)
                .toList();
    }

    List<JsonObject> payloads(String type) {
        return events.stream()
                .filter(event -> event.type().equals(type))
                .map(event -> event.fact().payload().asObject().orElseThrow())
                .toList();
    }

    RunId run() {
        return state.header().runId();
    }

    String outcome() {
        return payload("agent.invocation.completed").string("outcome").orElse("");
    }

    String error() {
        return state.error() == null ? "none" : state.error().code();
    }
}
