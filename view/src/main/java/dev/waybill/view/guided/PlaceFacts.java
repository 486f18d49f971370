package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.GuidedFold;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.view.guided.PlaceView.Blocked;
import dev.waybill.view.guided.PlaceView.Brought;
import dev.waybill.view.guided.PlaceView.Checkpoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the events of a guided run say about its places, beyond what their fold keeps: what was brought, refused and
/// written down there, by whom and when.
final class PlaceFacts {

    private final Map<Long, Brought> brought = new LinkedHashMap<>();
    private final Map<Long, List<Blocked>> blocked = new LinkedHashMap<>();
    private final Map<Long, List<Checkpoint>> checkpoints = new LinkedHashMap<>();
    private final Map<Long, Instant> times = new LinkedHashMap<>();

    void take(Event event) {
        times.put(event.sequence(), event.timestamp());
        Long from = GuidedFold.from(event);
        switch (event.fact()) {
            // The place that an acknowledgement makes is the event right behind it.
            case NodeFact.NodeCompleted it -> brought.put(event.sequence() + 1, brought(event, it.outputs()));
            case DataFact.LogAppended _ when from != null -> beside(from, event);
            default -> {}
        }
    }

    private static Brought brought(Event event, JsonObject outputs) {
        List<JsonObject> artifacts = new ArrayList<>();
        for (JsonValue artifact : outputs.array("artifacts").orElse(JsonArray.EMPTY)) {
            artifact.asObject().ifPresent(artifacts::add);
        }
        return new Brought(
                GuidedFold.agent(event.hidden()),
                outputs.string("notesMarkdown").orElse(""),
                artifacts,
                outputs.object("context").orElse(JsonObject.EMPTY));
    }

    /// What happened at a place without leaving it.
    private void beside(long place, Event event) {
        String agent = GuidedFold.agent(event.hidden());
        String notes = GuidedFold.checkpoint(event);
        if (notes == null) {
            blocked.computeIfAbsent(place, _ -> new ArrayList<>())
                    .add(new Blocked(event.timestamp(), agent, GuidedFold.blocked(event)));
        } else {
            checkpoints
                    .computeIfAbsent(place, _ -> new ArrayList<>())
                    .add(new Checkpoint(event.timestamp(), agent, notes));
        }
    }

    Brought brought(long place) {
        return brought.getOrDefault(place, Brought.NOTHING);
    }

    List<Blocked> blocked(long place) {
        return blocked.getOrDefault(place, List.of());
    }

    List<Checkpoint> checkpoints(long place) {
        return checkpoints.getOrDefault(place, List.of());
    }

    Instant time(long place) {
        return times.getOrDefault(place, Instant.EPOCH);
    }
}
