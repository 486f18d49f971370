package dev.waybill.evidence.task;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.journal.event.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Events in the making: numbered, chained, and with parents among each other.
final class LedgerEvents {

    private final TaskContext context;
    private final String at;
    private final List<JsonObject> made = new ArrayList<>();
    private long sequence;
    private String hash;

    LedgerEvents(LedgerState state, TaskContext context, Instant at) {
        this.context = context;
        this.at = Times.format(at);
        this.sequence = state.events();
        this.hash = state.eventHash();
    }

    List<JsonObject> made() {
        return made;
    }

    /// The transition, and for a critical state its checkpoint.
    void transition(TaskHistory before, TaskStep step, Optional<String> attempt) {
        JsonObject.Builder payload = JsonObject.builder()
                .put("task_id", step.task())
                .put("from_state", before.state() == null ? "" : before.state().wire())
                .put("to_state", step.to().wire())
                .putIfPresent("title", step.title())
                .putIfPresent("reason", step.reason())
                .putIfPresent("assay_trace_id", step.trace());
        if (step.source() != null) {
            payload.put("run_id", step.source().run())
                    .put("run_event", step.source().event());
        }
        List<String> causes = before.state() == null ? context.parents() : known(before.lastTransition());
        String transition = add(ReceiptType.TASK_TRANSITION.name(), payload, "orchestrator", causes);
        attempt.ifPresent(id -> add("WORKER_SPAWN", task().put("attempt_id", id), "orchestrator", List.of(transition)));
        if (step.to().isCritical()) {
            List<String> parents = new ArrayList<>(List.of(transition));
            parents.addAll(known(before.lastCheckpoint()));
            add(
                    ReceiptType.CHECKPOINT_RECEIPT.name(),
                    task().put("checkpoint", step.to().wire()),
                    "orchestrator",
                    parents);
        }
        if (step.to() == TaskState.MERGED) {
            add("WORKER_DONE", task().put("outcome", "success"), "orchestrator", List.of(transition));
        }
    }

    /// What Assay said about a task that has ended.
    void receipt(TaskHistory ended, GateReport gate) {
        JsonObject.Builder payload = task().put(
                        "terminal_state", Objects.requireNonNull(ended.state()).name())
                .put("bridge_status", gate.status())
                .put("gate_report", gate.about(context.task()));
        if (!gate.reason().isEmpty()) {
            payload.put("degraded_reason", gate.reason());
        }
        List<String> parents = new ArrayList<>(known(ended.lastTransition()));
        parents.addAll(known(ended.lastCheckpoint()));
        add(ReceiptType.ASSAY_RECEIPT.name(), payload, "assay_bridge", parents);
    }

    private JsonObject.Builder task() {
        return JsonObject.builder().put("task_id", context.task());
    }

    private static List<String> known(@Nullable String id) {
        return id == null ? List.of() : List.of(id);
    }

    private String add(String kind, JsonObject.Builder payload, String module, List<String> parents) {
        context.envelope(module, parents).members().members().forEach(payload::put);
        sequence++;
        JsonObject rest = JsonObject.of("seq", sequence)
                .with("ts", at)
                .with("kind", kind)
                .with("agent_id", context.said().text(EvidenceEnvelope.AGENT_ID).orElse(""))
                .with("payload", payload.build())
                .with("prev_hash", hash);
        String id = MeshIds.event(context, sequence, Digest.parse(LedgerFile.hash(rest, List.of())));
        JsonObject.Builder named = JsonObject.builder().put("event_id", id);
        rest.members().forEach(named::put);
        JsonObject event = named.build();
        hash = LedgerFile.hash(event, List.of());
        event = event.with("event_hash", hash);
        made.add(event);
        return id;
    }
}
