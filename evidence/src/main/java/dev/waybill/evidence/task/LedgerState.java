package dev.waybill.evidence.task;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;

/// Where a ledger stands, as far as the next step of one task depends on it.
final class LedgerState {

    private TaskHistory task;
    private long events;
    private String eventHash = LedgerFile.NO_HASH;
    private long weaves;
    private String weaveHash = LedgerFile.NO_HASH;
    private int weavesOfTask;

    private LedgerState(String task) {
        this.task = TaskHistory.none(task);
    }

    static LedgerState of(String task, LedgerFile events, LedgerFile weave) throws IOException {
        LedgerState state = new LedgerState(task);
        events.forEach(state::event);
        weave.forEach(state::weave);
        return state;
    }

    private void event(JsonObject event) {
        events = Math.max(events, number(event, "seq"));
        eventHash = event.string("event_hash").orElse(eventHash);
        task = task.with(event);
    }

    private void weave(JsonObject row) {
        weaves = Math.max(weaves, number(row, "sequence_id"));
        weaveHash = row.string("event_hash").orElse(weaveHash);
        if (task.task().equals(row.string("trace_id").orElse(""))) {
            weavesOfTask++;
        }
    }

    private static long number(JsonObject record, String name) {
        return record.get(name) instanceof JsonNumber number
                ? number.asInteger().orElse(0)
                : 0;
    }

    TaskHistory task() {
        return task;
    }

    long events() {
        return events;
    }

    String eventHash() {
        return eventHash;
    }

    long weaves() {
        return weaves;
    }

    String weaveHash() {
        return weaveHash;
    }

    /// Whether the row of the next transition is there already: its writer died before it wrote the transition.
    boolean isWovenAhead() {
        return weavesOfTask > task.transitions();
    }
}
