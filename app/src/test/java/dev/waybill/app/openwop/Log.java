package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// The events of a run as its host told them.
record Log(List<JsonObject> events) {

    private static final String CHAIN = "core.workflowChain.event";

    Log of(String type) {
        return new Log(events.stream().filter(event -> type(event).equals(type)).toList());
    }

    static String type(JsonObject event) {
        return event.string("type").orElseThrow();
    }

    List<String> types() {
        return events.stream().map(Log::type).toList();
    }

    Log chain() {
        return of(CHAIN);
    }

    Log decisions() {
        return of("runOrchestrator.decided");
    }

    List<String> kinds() {
        return decisions().payloads().stream()
                .map(payload ->
                        payload.object("decision").orElseThrow().string("kind").orElseThrow())
                .toList();
    }

    List<String> phases() {
        return chain().payloads().stream()
                .map(payload -> payload.string("phase").orElseThrow())
                .toList();
    }

    List<JsonObject> payloads() {
        return events.stream()
                .map(event -> event.object("payload").orElseThrow())
                .toList();
    }

    JsonObject one() {
        assertThat(events).hasSize(1);
        return events.getFirst();
    }

    JsonObject onePayload() {
        return one().object("payload").orElseThrow();
    }

    JsonObject phase(String phase) {
        return new Log(chain().events().stream()
                        .filter(event -> event.object("payload")
                                .orElseThrow()
                                .string("phase")
                                .orElseThrow()
                                .equals(phase))
                        .toList())
                .one();
    }

    static long sequence(JsonObject event) {
        return event.get("sequence") instanceof JsonNumber number
                ? number.asInteger().orElseThrow()
                : -1;
    }

    /// Whether every event of one type comes before every one of another.
    void inOrder(String first, String then) {
        assertThat(of(first).events()).isNotEmpty();
        assertThat(of(then).events()).isNotEmpty();
        assertThat(sequence(of(first).events().getLast()))
                .isLessThan(sequence(of(then).events().getFirst()));
    }

    /// Every event names one before it as its cause, but those that begin something from outside.
    void everyEventHasItsCause(List<String> without) {
        List<String> seen = new ArrayList<>();
        for (JsonObject event : events) {
            event.string("causationId")
                    .ifPresentOrElse(
                            cause -> assertThat(seen).as(event.toString()).contains(cause),
                            () -> assertThat(without).as(event.toString()).contains(type(event)));
            seen.add(event.string("eventId").orElseThrow());
        }
    }

    static void causedBy(JsonObject event, JsonObject cause) {
        assertThat(event.string("causationId")).isPresent().isEqualTo(cause.string("eventId"));
    }
}
