package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One try at one execution of a node.
///
/// @param number from 1
/// @param start the event that started it
/// @param latest the event that what it does now follows from: its start, or the answers that let it go on
/// @param stepId its receipt step
/// @param inputs what it was given; kept, since variables may change meanwhile
/// @param memory the version of its run's memory that it reads
/// @param workspace the change of its run's workspace that it reads
/// @param elsewhere the runs on other hosts that did some of its work, as receipts name them
public record Attempt(
        int number,
        EventRef start,
        EventRef latest,
        Instant startedAt,
        String stepId,
        JsonObject inputs,
        long memory,
        long workspace,
        JsonArray elsewhere) {

    Attempt movedBy(EventRef event) {
        return new Attempt(number, start, event, startedAt, stepId, inputs, memory, workspace, elsewhere);
    }

    Attempt helpedBy(JsonObject run) {
        List<JsonValue> runs = new ArrayList<>(elsewhere.items());
        if (!runs.contains(run)) {
            runs.add(run);
        }
        return new Attempt(number, start, latest, startedAt, stepId, inputs, memory, workspace, new JsonArray(runs));
    }
}
