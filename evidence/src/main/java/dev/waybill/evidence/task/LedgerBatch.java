package dev.waybill.evidence.task;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.Times;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Steps of tasks that are written together, while the ledger's lock is held.
///
/// Weave rows go before their transitions. A writer that dies between the two leaves rows that the next try takes
/// up, so that rows and transitions stay one for one.
final class LedgerBatch {

    private final LedgerState state;
    private final MeshIds ids;
    private final List<JsonObject> rows = new ArrayList<>();
    private final List<JsonObject> events = new ArrayList<>();

    LedgerBatch(LedgerState state, MeshIds ids) {
        this.state = state;
        this.ids = ids;
    }

    /// @param now when the step is taken, unless a run took it earlier
    void transition(TaskStep step, TaskContext context, Instant now) {
        Instant at = step.source() == null ? now : step.source().at();
        TaskHistory history = state.task(step.task());
        if (!state.isWovenAhead(step.task())) {
            JsonObject row = row(context, at);
            rows.add(row);
            state.weave(row);
        }
        LedgerEvents made = new LedgerEvents(state, context, at);
        made.transition(history, step, attempt(step));
        keep(made);
    }

    /// A task is assigned to an attempt: the run's, or a new one.
    private Optional<String> attempt(TaskStep step) {
        if (step.to() != TaskState.ASSIGNED) {
            return Optional.empty();
        }
        return Optional.of(step.source() == null ? ids.attempt() : step.source().attempt());
    }

    void receipt(TaskHistory ended, TaskContext context, GateReport gate, Instant now) {
        LedgerEvents made = new LedgerEvents(state, context, now);
        made.receipt(ended, gate);
        keep(made);
    }

    private void keep(LedgerEvents made) {
        made.made().forEach(state::event);
        events.addAll(made.made());
    }

    private JsonObject row(TaskContext context, Instant at) {
        JsonObject.Builder builder = JsonObject.builder()
                .put("affected_symbols", "[]")
                .put("capsule_id", "")
                .put("created_at", Times.format(at))
                .put(
                        "episode_id",
                        context.said().text(EvidenceEnvelope.EPISODE_ID).orElse(""))
                .put("event_id", ids.weave(context))
                .put("git_commit_sha", "")
                .put("git_patch_hash", "")
                .put("parent_event_id", "")
                .put("prev_hash", state.weaveHash())
                .put("sequence_id", state.weaves() + 1)
                .put("trace_id", context.task());
        JsonObject columns = builder.build();
        // As AgentMesh's verifier hashes a row: the column holds a list as text, the hash covers the list; the number
        // is not hashed, and neither is what AgentMesh has no column for.
        String hash = LedgerFile.hash(columns.with("affected_symbols", JsonArray.EMPTY), List.of("sequence_id"));
        context.envelope("weaver", List.of()).members().members().forEach(builder::put);
        return builder.put("event_hash", hash).build();
    }

    /// @return the events that are now on the disk
    List<JsonObject> write(LedgerFile weaveFile, LedgerFile eventFile) throws IOException {
        weaveFile.append(rows);
        eventFile.append(events);
        List<JsonObject> written = List.copyOf(events);
        rows.clear();
        events.clear();
        return written;
    }
}
