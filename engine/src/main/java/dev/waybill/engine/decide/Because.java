package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Why a node ends.
///
/// @param cause the event that led to the end
/// @param hidden what the end keeps about it, out of sight
record Because(@Nullable String cause, JsonObject hidden) {

    static Because of(@Nullable String cause) {
        return new Because(cause, JsonObject.EMPTY);
    }
}
