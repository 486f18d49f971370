package dev.waybill.journal.store;

import dev.waybill.base.json.JsonObject;
import java.time.Instant;

/// A process that shows itself.
///
/// @param kind what it is, for people: `run`, `work`, `serve`, `mcp`
/// @param seenAt its last heartbeat
/// @param status what it said then about itself, for people; empty when it said nothing
public record LiveProcess(ProcessId process, String kind, Instant seenAt, JsonObject status) {}
