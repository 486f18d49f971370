package dev.waybill.runtime.check;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import org.jspecify.annotations.Nullable;

/// One broken promise.
///
/// @param run the run concerned; null when it is not known
/// @param sequence the event concerned; null when it is about the run as a whole
/// @param message what was expected and what was found
public record FsckFinding(
        FsckCode code, @Nullable RunId run, @Nullable Long sequence, String message) {

    public JsonObject toJson() {
        JsonObject.Builder json =
                JsonObject.builder().put("code", code.wire()).putIfPresent("runId", run == null ? null : run.value());
        if (sequence != null) {
            json.put("sequence", sequence);
        }
        return json.put("message", message).build();
    }
}
