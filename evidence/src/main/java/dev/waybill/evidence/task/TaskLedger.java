package dev.waybill.evidence.task;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.journal.event.Times;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The ledger of tasks in a folder: two files that any program can read and AgentMesh's tools understand.
///
/// A weave row goes before its transition. A writer that dies between the two leaves a row that the next try takes up,
/// so that rows and transitions stay one for one.
public final class TaskLedger {

    public static final String EVENTS = "events.jsonl";
    public static final String WEAVE = "weave_events.rows.jsonl";

    private static final List<String> UNHASHED = List.of("sequence_id");

    private final Path folder;
    private final LedgerFile events;
    private final LedgerFile weave;
    private final MeshIds ids;
    private final InstantSource clock;

    public TaskLedger(Path folder, MeshIds ids, InstantSource clock) {
        this.folder = folder;
        this.events = new LedgerFile(folder.resolve(EVENTS));
        this.weave = new LedgerFile(folder.resolve(WEAVE));
        this.ids = ids;
        this.clock = clock;
    }

    /// Takes a step, and at a task's end asks the gate and writes down what it said.
    ///
    /// @param gate asked outside of the ledger's lock, and only once a task has ended
    /// @return the events that were written
    /// @throws TaskRefused when the task cannot take this step; nothing is written
    public List<JsonObject> take(TaskStep step, Supplier<GateReport> gate) throws IOException {
        List<JsonObject> written = new ArrayList<>();
        TaskContext context;
        try (LedgerLock _ = LedgerLock.of(folder)) {
            LedgerState state = state(step.task());
            if (isReceiptMissing(state.task(), step)) {
                context = step.ended(state.task());
            } else {
                context = step.after(state.task());
                written.addAll(transition(state, step, context));
            }
        }
        if (step.to().isTerminal()) {
            written.addAll(receipt(step, context, gate.get()));
        }
        return written;
    }

    /// A writer that died between a task's end and its receipt is followed by one that asks for the same end again.
    private static boolean isReceiptMissing(TaskHistory history, TaskStep step) {
        return step.to().isTerminal() && history.state() == step.to() && !history.receipted();
    }

    private List<JsonObject> transition(LedgerState state, TaskStep step, TaskContext context) throws IOException {
        Instant now = clock.instant();
        if (!state.isWovenAhead()) {
            weave.append(List.of(row(state, context, now)));
        }
        LedgerEvents made = new LedgerEvents(state, context, now);
        made.transition(state.task(), step, step.to() == TaskState.ASSIGNED ? ids.attempt() : null);
        events.append(made.made());
        return made.made();
    }

    private List<JsonObject> receipt(TaskStep step, TaskContext context, GateReport gate) throws IOException {
        try (LedgerLock _ = LedgerLock.of(folder)) {
            LedgerState state = state(step.task());
            if (state.task().receipted()) {
                return List.of();
            }
            LedgerEvents made = new LedgerEvents(state, context, clock.instant());
            made.receipt(state.task(), gate);
            events.append(made.made());
            return made.made();
        }
    }

    private LedgerState state(String task) throws IOException {
        return LedgerState.of(task, events, weave);
    }

    private JsonObject row(LedgerState state, TaskContext context, Instant now) {
        JsonObject.Builder builder = JsonObject.builder()
                .put("affected_symbols", "[]")
                .put("capsule_id", "")
                .put("created_at", Times.format(now))
                .put("episode_id", context.episode() == null ? "" : context.episode())
                .put("event_id", ids.weave())
                .put("git_commit_sha", "")
                .put("git_patch_hash", "")
                .put("parent_event_id", "")
                .put("prev_hash", state.weaveHash())
                .put("sequence_id", state.weaves() + 1)
                .put("trace_id", context.task());
        context.envelope("weaver", List.of()).members().members().forEach(builder::put);
        JsonObject row = builder.build();
        // The column holds a list as text; the hash covers the list.
        String hash = LedgerFile.hash(row.with("affected_symbols", JsonArray.EMPTY), UNHASHED);
        return row.with("event_hash", new JsonString(hash));
    }
}
