package dev.waybill.engine.state;

import java.time.Instant;

/// A question that was open once and will never be answered. Who answers late is told so, and not that there never was
/// such a question.
///
/// @param expired whether nobody answered in time; otherwise the node or the run went on without an answer
public record Fallen(String nodeId, Instant at, boolean expired) {}
