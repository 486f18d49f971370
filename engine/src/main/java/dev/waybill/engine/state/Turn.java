package dev.waybill.engine.state;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.RunError;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/// One turn of a supervisor: what it decided, and what came of it.
///
/// @param iteration from 1, one more with every decision; 0 for a proposal that a person rejected, which is no decision
/// @param nodeId the supervisor
/// @param ordinal which of its executions
/// @param decided the event that recorded the decision; null for a rejected proposal
/// @param escalated the event that called for a person, because the supervisor was not sure enough
/// @param workers what became of each worker, in the order in which they ended
/// @param answer what a person said
/// @param acted whether the dispatch is done with it
/// @param rejected whether a person did not want it, or nobody answered in time
public record Turn(
        int iteration,
        OrchestratorDecision decision,
        String nodeId,
        int ordinal,
        @Nullable EventRef decided,
        @Nullable EventRef escalated,
        PVector<JsonObject> workers,
        @Nullable JsonValue answer,
        boolean acted,
        boolean rejected) {

    /// In a worker's entry: why what it brought back was not taken over.
    static final String BLOCKED = "blocked";

    private static final JsonValue COMPLETED = new JsonString(RunStatus.COMPLETED.wire());

    static Turn decided(int iteration, JsonObject decision, NodeState supervisor, EventRef event) {
        return new Turn(
                iteration,
                new OrchestratorDecision(decision),
                supervisor.id(),
                supervisor.ordinal(),
                event,
                null,
                TreePVector.empty(),
                null,
                false,
                false);
    }

    /// A proposal that a person rejected before it became a decision.
    static Turn rejected(JsonObject proposal, NodeState supervisor, JsonValue answer) {
        return new Turn(
                0,
                new OrchestratorDecision(proposal),
                supervisor.id(),
                supervisor.ordinal(),
                null,
                null,
                TreePVector.empty(),
                answer,
                true,
                true);
    }

    /// Whether a dispatch has to act on it.
    public boolean isPending() {
        return decided != null && !acted;
    }

    Turn escalatedBy(EventRef event) {
        return new Turn(iteration, decision, nodeId, ordinal, decided, event, workers, answer, acted, rejected);
    }

    Turn answered(JsonValue said) {
        return new Turn(iteration, decision, nodeId, ordinal, decided, escalated, workers, said, acted, rejected);
    }

    Turn acted(boolean inVain) {
        return new Turn(iteration, decision, nodeId, ordinal, decided, escalated, workers, answer, true, inVain);
    }

    /// @param childRunId null for a child that could not be created
    Turn ended(String workerId, @Nullable String childRunId, RunStatus status, @Nullable RunError error) {
        JsonObject worker = JsonObject.builder()
                .put("workerId", workerId)
                .putIfPresent("childRunId", childRunId)
                .put("status", status.wire())
                .putIfPresent("error", error == null ? null : error.toJson())
                .build();
        return new Turn(
                iteration,
                decision,
                nodeId,
                ordinal,
                decided,
                escalated,
                workers.plus(worker),
                answer,
                acted,
                rejected);
    }

    /// What was found about the work of a child, beside how it ended.
    Turn noted(String childRunId, JsonObject found) {
        PVector<JsonObject> told = TreePVector.empty();
        for (JsonObject worker : workers) {
            JsonObject note = worker;
            if (worker.string("childRunId").filter(childRunId::equals).isPresent()) {
                for (var member : found.members().entrySet()) {
                    note = note.with(member.getKey(), member.getValue());
                }
            }
            told = told.plus(note);
        }
        return new Turn(iteration, decision, nodeId, ordinal, decided, escalated, told, answer, acted, rejected);
    }

    /// As supervisors and expressions see it.
    JsonObject toJson() {
        long failed = 0;
        long blocked = 0;
        for (JsonObject worker : workers) {
            failed += COMPLETED.equals(worker.get("status")) ? 0 : 1;
            blocked += worker.has(BLOCKED) ? 1 : 0;
        }
        return JsonObject.builder()
                .put("iteration", iteration)
                .put("decision", decision.json())
                .put("workers", new JsonArray(List.copyOf(workers)))
                .put("failed", failed)
                .put("blocked", blocked)
                .putIfPresent("answer", answer)
                .put("rejected", JsonBool.of(rejected))
                .putIfPresent("eventId", decided == null ? null : decided.id())
                .build();
    }
}
