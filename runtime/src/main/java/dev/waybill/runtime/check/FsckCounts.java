package dev.waybill.runtime.check;

import dev.waybill.base.json.JsonObject;

/// What was looked at, and how much was wrong.
///
/// @param repeated how many runs were decided once more
/// @param unsealed how many rows have no checksum, because they were written before there was one
/// @param damaged how many findings mean damage
public record FsckCounts(
        long runs,
        long pruned,
        long events,
        long receipts,
        long definitions,
        long repeated,
        long unsealed,
        long findings,
        long damaged) {

    public JsonObject toJson() {
        return JsonObject.of("runs", runs)
                .with("pruned", pruned)
                .with("events", events)
                .with("receipts", receipts)
                .with("definitions", definitions)
                .with("repeated", repeated)
                .with("unsealed", unsealed)
                .with("findings", findings);
    }
}
