package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import java.time.Instant;

/// One try at one execution of a node.
///
/// @param number from 1
/// @param sequence of the event that started it
/// @param stepId its receipt step
/// @param inputs what it was given; kept, since variables may change meanwhile
public record Attempt(int number, long sequence, Instant startedAt, String stepId, JsonObject inputs) {}
