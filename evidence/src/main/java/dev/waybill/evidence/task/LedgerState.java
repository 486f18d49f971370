package dev.waybill.evidence.task;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.read.Members;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/// Where a ledger stands, as far as the next steps of some tasks depend on it.
final class LedgerState {

    private final Predicate<String> wanted;
    private final Map<String, TaskHistory> tasks = new LinkedHashMap<>();
    private final Map<String, Integer> weavesOfTask = new LinkedHashMap<>();
    private long events;
    private String eventHash = LedgerFile.NO_HASH;
    private long weaves;
    private String weaveHash = LedgerFile.NO_HASH;

    private LedgerState(Predicate<String> wanted) {
        this.wanted = wanted;
    }

    /// @param wanted the tasks that matter; of others only their place in the chains does
    static LedgerState of(Predicate<String> wanted, LedgerFile events, LedgerFile weave) throws IOException {
        LedgerState state = new LedgerState(wanted);
        events.forEach(state::event);
        weave.forEach(state::weave);
        return state;
    }

    void event(JsonObject event) {
        events = Math.max(events, Members.number(event, "seq"));
        eventHash = event.string("event_hash").orElse(eventHash);
        String task =
                event.object("payload").flatMap(it -> it.string("task_id")).orElse("");
        if (wanted.test(task)) {
            tasks.put(task, task(task).with(event));
        }
    }

    void weave(JsonObject row) {
        weaves = Math.max(weaves, Members.number(row, "sequence_id"));
        weaveHash = row.string("event_hash").orElse(weaveHash);
        weavesOfTask.merge(row.string("trace_id").orElse(""), 1, Integer::sum);
    }

    TaskHistory task(String task) {
        return tasks.getOrDefault(task, TaskHistory.none(task));
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
    boolean isWovenAhead(String task) {
        return weavesOfTask.getOrDefault(task, 0) > task(task).transitions();
    }
}
