package dev.waybill.evidence.task;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceRefused;
import java.util.List;

/// What became of several steps.
///
/// @param written the events that were written
/// @param refused why a task could not take its steps, once for each such task
public record Recorded(List<JsonObject> written, List<EvidenceRefused> refused) {

    public Recorded {
        written = List.copyOf(written);
        refused = List.copyOf(refused);
    }

    /// Whether there is nothing to tell.
    public boolean isEmpty() {
        return written.isEmpty() && refused.isEmpty();
    }
}
