package dev.waybill.view.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;

/// Names a place of a session: the run that came to it, and the event that made it.
public record PlaceId(RunId run, long sequence) {

    /// A fork reads the places before it as its own; here each belongs to the run that came to it.
    static PlaceId of(RunHeader header, long sequence) {
        if (!(header.origin() instanceof Origin.Fork fork) || sequence >= fork.sequence()) {
            return new PlaceId(header.runId(), sequence);
        }
        return new PlaceId(
                header.prefix().stream()
                        .filter(segment -> sequence < segment.end())
                        .findFirst()
                        .map(Segment::run)
                        .orElse(fork.source()),
                sequence);
    }

    public JsonObject toJson() {
        return JsonObject.of("runId", run.value()).with("sequence", sequence);
    }
}
