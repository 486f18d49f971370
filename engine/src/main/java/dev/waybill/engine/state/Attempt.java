package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import java.time.Instant;

/// One try at one execution of a node.
///
/// @param number from 1
/// @param start the event that started it
/// @param latest the event that what it does now follows from: its start, or the answers that let it go on
/// @param stepId its receipt step
/// @param inputs what it was given; kept, since variables may change meanwhile
public record Attempt(
        int number, EventRef start, EventRef latest, Instant startedAt, String stepId, JsonObject inputs) {

    Attempt movedBy(EventRef event) {
        return new Attempt(number, start, event, startedAt, stepId, inputs);
    }
}
