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
/// @param memory the version of its run's memory that it reads
/// @param workspace the change of its run's workspace that it reads
public record Attempt(
        int number,
        EventRef start,
        EventRef latest,
        Instant startedAt,
        String stepId,
        JsonObject inputs,
        long memory,
        long workspace) {

    Attempt movedBy(EventRef event) {
        return new Attempt(number, start, event, startedAt, stepId, inputs, memory, workspace);
    }
}
