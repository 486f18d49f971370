package dev.waybill.engine.diff;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Two logs side by side, place by place.
///
/// @param divergedAtSeq the first place at which they differ; null when they are the same
/// @param sameEvents how many places are the same, up to the shorter log's end
/// @param eventDiffs the differences, in order; the first is at `divergedAtSeq`
/// @param truncated whether there are more than are listed
public record RunDiff(@Nullable Long divergedAtSeq, long sameEvents, List<EventDiff> eventDiffs, boolean truncated) {

    /// Beyond this many differences nobody reads on.
    public static final int MOST_LISTED = 1_000;

    public RunDiff {
        eventDiffs = List.copyOf(eventDiffs);
    }

    public static RunDiff of(List<Event> a, List<Event> b, Comparison comparison) {
        return of(a.iterator(), b.iterator(), comparison);
    }

    /// Logs as they come, so that long ones need not fit into memory.
    public static RunDiff of(Iterator<Event> a, Iterator<Event> b, Comparison comparison) {
        Canonical left = new Canonical(comparison);
        Canonical right = new Canonical(comparison);
        List<EventDiff> diffs = new ArrayList<>();
        long same = 0;
        for (long seq = 0; a.hasNext() || b.hasNext(); seq++) {
            Event one = a.hasNext() ? a.next() : null;
            Event other = b.hasNext() ? b.next() : null;
            if (one != null && other != null && left.of(one).equals(right.of(other))) {
                same++;
            } else if (diffs.size() < MOST_LISTED) {
                diffs.add(new EventDiff(seq, one, other));
            } else {
                return new RunDiff(diffs.getFirst().seq(), same, diffs, true);
            }
        }
        return new RunDiff(diffs.isEmpty() ? null : diffs.getFirst().seq(), same, diffs, false);
    }

    public boolean isSame() {
        return divergedAtSeq == null;
    }

    /// The answer of `:diff`.
    ///
    /// @param a the state of the first run at its end
    /// @param b the state of the second run at its end
    public JsonObject toJson(RunState a, RunState b) {
        JsonObject.Builder json = JsonObject.builder()
                .put("a", id(a).value())
                .put("b", id(b).value())
                .put("divergedAtSeq", divergedAtSeq == null ? JsonNull.NULL : JsonNumber.of(divergedAtSeq))
                .put("eventDiffs", new JsonArray(listed()))
                .put("stateDiff", StateDiff.of(a, b).toJson());
        return truncated ? json.put("truncated", JsonBool.TRUE).build() : json.build();
    }

    private List<JsonValue> listed() {
        List<JsonValue> diffs = new ArrayList<>();
        eventDiffs.forEach(diff -> diffs.add(diff.toJson()));
        return diffs;
    }

    private static RunId id(RunState state) {
        return state.header().runId();
    }
}
