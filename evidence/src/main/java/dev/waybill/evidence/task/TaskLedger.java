package dev.waybill.evidence.task;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceRefused;
import dev.waybill.evidence.write.ForeignStore;
import dev.waybill.evidence.write.ProcessLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// The ledger of tasks in a folder: two files of our own, in AgentMesh's layout, that any program can read. A folder
/// that is another system's store is refused.
public final class TaskLedger {

    public static final String EVENTS = "waybill-tasks.jsonl";
    public static final String WEAVE = "waybill-weave.jsonl";

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
    /// @throws EvidenceRefused when the task cannot take this step; nothing is written
    public List<JsonObject> take(TaskStep step, Function<TaskContext, GateReport> gate) throws IOException {
        List<JsonObject> written = new ArrayList<>();
        TaskContext context;
        try (ProcessLock _ = lock()) {
            LedgerState state = state(Set.of(step.task()));
            TaskHistory history = state.task(step.task());
            if (step.isReceiptMissing(history)) {
                context = step.ended(history);
            } else {
                context = step.after(history);
                LedgerBatch batch = new LedgerBatch(state, ids);
                batch.transition(step, context, clock.instant());
                written.addAll(batch.write(weave, events));
            }
        }
        if (step.to().isTerminal()) {
            written.addAll(receipt(context, gate.apply(context)));
        }
        return written;
    }

    /// Takes those steps that are not taken yet, in their order. What does not fit is left out and said.
    public Recorded record(List<TaskStep> steps, Function<TaskContext, GateReport> gate) throws IOException {
        Set<String> tasks = new LinkedHashSet<>();
        steps.forEach(step -> tasks.add(step.task()));
        Recording recording;
        try (ProcessLock _ = lock()) {
            recording = new Recording(state(tasks), ids, weave, events);
            for (TaskStep step : steps) {
                recording.take(step, clock.instant());
            }
            recording.write();
        }
        List<JsonObject> written = new ArrayList<>(recording.written());
        for (TaskContext context : recording.ended()) {
            written.addAll(receipt(context, gate.apply(context)));
        }
        return new Recorded(written, List.copyOf(recording.refused()));
    }

    private List<JsonObject> receipt(TaskContext context, GateReport gate) throws IOException {
        try (ProcessLock _ = lock()) {
            LedgerState state = state(Set.of(context.task()));
            TaskHistory ended = state.task(context.task());
            if (ended.receipted()) {
                return List.of();
            }
            LedgerBatch batch = new LedgerBatch(state, ids);
            batch.receipt(ended, context, gate, clock.instant());
            return batch.write(weave, events);
        }
    }

    /// One writer of a ledger at a time.
    private ProcessLock lock() throws IOException {
        ForeignStore.ownerOf(folder).ifPresent(owner -> {
            throw new EvidenceRefused(
                    "FOREIGN_STORE",
                    "%s holds the store of %s, which only its own programs may write to; keep the ledger in another folder (--dir)"
                            .formatted(folder.toAbsolutePath().normalize(), owner));
        });
        return ProcessLock.hold(folder, "ledger");
    }

    private LedgerState state(Set<String> tasks) throws IOException {
        return LedgerState.of(tasks::contains, events, weave);
    }
}
