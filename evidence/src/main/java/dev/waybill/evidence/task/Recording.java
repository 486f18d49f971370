package dev.waybill.evidence.task;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceRefused;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Brings a ledger up to date with steps that were taken elsewhere, while the ledger's lock is held.
///
/// A step that is there already is left alone, so that the same steps can be handed in again and again. A task that
/// cannot take one is told once and does not keep the others waiting.
final class Recording {

    /// So many steps go to the disk at once.
    private static final int TOGETHER = 1_000;

    private final LedgerState state;
    private final LedgerBatch batch;
    private final LedgerFile weave;
    private final LedgerFile events;
    private final List<JsonObject> written = new ArrayList<>();
    private final Map<String, EvidenceRefused> refused = new LinkedHashMap<>();
    private final Map<String, TaskContext> ended = new LinkedHashMap<>();
    private int waiting;

    Recording(LedgerState state, MeshIds ids, LedgerFile weave, LedgerFile events) {
        this.state = state;
        this.batch = new LedgerBatch(state, ids);
        this.weave = weave;
        this.events = events;
    }

    void take(TaskStep step, Instant now) throws IOException {
        try {
            if (!step.isTaken(state.task(step.task()))) {
                batch.transition(step, step.after(state.task(step.task())), now);
                waiting++;
            }
            TaskHistory after = state.task(step.task());
            if (step.isReceiptMissing(after)) {
                ended.put(step.task(), step.ended(after));
            }
        } catch (EvidenceRefused e) {
            refused.putIfAbsent(step.task(), e);
        }
        if (waiting >= TOGETHER) {
            write();
        }
    }

    void write() throws IOException {
        written.addAll(batch.write(weave, events));
        waiting = 0;
    }

    List<JsonObject> written() {
        return written;
    }

    Collection<EvidenceRefused> refused() {
        return refused.values();
    }

    /// The tasks whose end has no receipt yet.
    Collection<TaskContext> ended() {
        return ended.values();
    }
}
