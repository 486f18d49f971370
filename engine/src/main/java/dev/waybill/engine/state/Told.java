package dev.waybill.engine.state;

import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/// What a node was told.
///
/// @param by who settled the question; null when nobody gave a name
/// @param votes what each of them said, where it was put to the vote
public record Told(JsonValue answer, @Nullable String by, TreePMap<String, String> votes) {}
