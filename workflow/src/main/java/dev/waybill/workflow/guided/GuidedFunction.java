package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;

/// A text with a name, which steps refer to as `name()` so that it is written once.
///
/// @param parameters as written, each an object with name, type and more
public record GuidedFunction(String name, String definition, JsonArray parameters) {}
