package dev.waybill.runtime.live;

import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunId;

/// Something that an activity shows while it works. It has no sequence and no id: whoever missed it does not get it
/// again, and whoever reads the log later finds what came of it there.
///
/// @param ordinal which execution of the node, from 1
/// @param attempt which attempt of it, from 1; a repetition after a crash shows the same again
public record Frame(RunId run, String nodeId, int ordinal, int attempt, String kind, JsonValue content) {

    /// The kind of a frame that tells how far an activity is: `{"message", "progress"?}`.
    public static final String PROGRESS = "progress";
}
