package dev.waybill.engine.state;

import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/// What a node was told.
///
/// @param interruptId the question
/// @param kind what kind of question it was
/// @param by who settled it; null when nobody gave a name
/// @param votes what each of them said, where it was put to the vote
/// @param event that settled it
public record Told(
        String interruptId,
        String kind,
        JsonValue answer,
        @Nullable String by,
        TreePMap<String, String> votes,
        EventRef event) {}
