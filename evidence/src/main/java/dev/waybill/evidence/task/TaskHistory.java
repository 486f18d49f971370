package dev.waybill.evidence.task;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.ReceiptType;
import org.jspecify.annotations.Nullable;

/// What a ledger's events say about one task.
///
/// @param transitions how often it changed its state, its creation included
/// @param state null before its creation
/// @param lastTransition the id of the event that brought it there
/// @param lastCheckpoint the id of its newest checkpoint
/// @param receipted whether the receipt of its end is there
public record TaskHistory(
        String task,
        int transitions,
        @Nullable TaskState state,
        @Nullable String correlation,
        @Nullable String episode,
        @Nullable String agent,
        @Nullable String lastTransition,
        @Nullable String lastCheckpoint,
        boolean receipted) {

    static TaskHistory none(String task) {
        return new TaskHistory(task, 0, null, null, null, null, null, null, false);
    }

    /// The history with one more event of the ledger, which may be about another task.
    TaskHistory with(JsonObject event) {
        JsonObject payload = event.object("payload").orElse(JsonObject.EMPTY);
        if (!task.equals(payload.string("task_id").orElse(""))) {
            return this;
        }
        String kind = event.string("kind").orElse("");
        String id = event.string("event_id").orElse("");
        if (kind.equals(ReceiptType.TASK_TRANSITION.name())) {
            return transitioned(id, payload);
        }
        if (kind.equals(ReceiptType.CHECKPOINT_RECEIPT.name())) {
            return new TaskHistory(task, transitions, state, correlation, episode, agent, lastTransition, id, false);
        }
        // A receipt of the gate names the end that it is for; other receipts of that kind are about commits and
        // posture.
        return kind.equals(ReceiptType.ASSAY_RECEIPT.name()) && payload.has("terminal_state")
                ? new TaskHistory(
                        task, transitions, state, correlation, episode, agent, lastTransition, lastCheckpoint, true)
                : this;
    }

    private TaskHistory transitioned(String id, JsonObject payload) {
        EvidenceEnvelope envelope = EvidenceEnvelope.of(payload);
        return new TaskHistory(
                task,
                transitions + 1,
                payload.string("to_state").flatMap(TaskState::of).orElse(state),
                envelope.text(EvidenceEnvelope.CORRELATION_ID).orElse(correlation),
                envelope.text(EvidenceEnvelope.EPISODE_ID).orElse(episode),
                envelope.text(EvidenceEnvelope.AGENT_ID).orElse(agent),
                id,
                lastCheckpoint,
                false);
    }
}
