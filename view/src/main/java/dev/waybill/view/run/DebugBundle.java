package dev.waybill.view.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunReads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A run with its events, for who looks for a mistake. Events and snapshot show what is sensitive as masked already;
/// the
/// snapshot leaves out besides what does not travel.
///
/// @param truncated whether there are more events than are listed
public record DebugBundle(RunSnapshot run, List<JsonValue> events, boolean truncated) {

    private static final int MOST_EVENTS = 10_000;

    /// Where a run shows what it was given.
    private static final List<String> TOLD = List.of("inputs", "variables");

    public DebugBundle {
        events = List.copyOf(events);
    }

    public static DebugBundle of(RunReads log, RunState state) {
        List<JsonValue> events = new ArrayList<>();
        EventPages pages = new EventPages(log, state.header().runId());
        while (events.size() < MOST_EVENTS && pages.hasNext()) {
            events.add(WireEvent.of(pages.next()));
        }
        return new DebugBundle(RunSnapshot.of(log, state), events, state.head() > events.size());
    }

    public JsonObject toJson(String host, String version, Instant now) {
        JsonObject.Builder json = JsonObject.builder()
                .put("bundleVersion", "1.0")
                .put("generatedAt", Times.format(now))
                .put("host", JsonObject.of("name", host).with("version", version))
                .put("run", shown())
                .put("events", new JsonArray(events))
                .put(
                        "metrics",
                        JsonObject.of("eventCount", events.size())
                                .with("nodeCount", run.state().nodes().size()))
                .put("redactionApplied", true)
                .put("redactionMode", "mask");
        return truncated
                ? json.put("truncated", true)
                        .put("truncatedReason", "the first " + MOST_EVENTS + " events are listed")
                        .build()
                : json.build();
    }

    /// A bundle is made to be sent to somebody.
    private JsonObject shown() {
        JsonObject told = run.toJson(_ -> JsonObject.EMPTY).with("status", status());
        for (String name : TOLD) {
            told = told.with(
                    name, PublicView.travelling(run.state(), told.object(name).orElse(JsonObject.EMPTY)));
        }
        return told;
    }

    /// The format knows fewer statuses than runs have.
    private String status() {
        RunStatus status = Status.of(run.state());
        return switch (status) {
            case WAITING_INPUT -> "waiting-clarification";
            case WAITING_EXTERNAL, PAUSED, CANCELLING -> RunStatus.RUNNING.wire();
            case PENDING, RUNNING, WAITING_APPROVAL, COMPLETED, FAILED, CANCELLED -> status.wire();
        };
    }
}
