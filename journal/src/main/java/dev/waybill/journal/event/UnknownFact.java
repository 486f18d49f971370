package dev.waybill.journal.event;

import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// A fact of a type that this version does not know. It is kept and shown, and changes nothing.
public record UnknownFact(String type, @Nullable String nodeId, JsonValue payload) implements RunEvent {}
