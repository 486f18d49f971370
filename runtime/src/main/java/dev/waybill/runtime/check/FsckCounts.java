package dev.waybill.runtime.check;

import dev.waybill.base.json.JsonObject;

/// What was looked at, and how much was wrong.
///
/// @param repeated how many runs were decided once more
/// @param damaged how many findings mean damage
public record FsckCounts(
        long runs,
        long pruned,
        long events,
        long receipts,
        long definitions,
        long repeated,
        long findings,
        long damaged) {

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("runs", runs)
                .put("pruned", pruned)
                .put("events", events)
                .put("receipts", receipts)
                .put("definitions", definitions)
                .put("repeated", repeated)
                .put("findings", findings)
                .build();
    }
}
