package dev.waybill.doors.a2a;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.Times;
import dev.waybill.receipt.binding.A2aCarrier;
import dev.waybill.receipt.binding.ReceiptCarrier;
import dev.waybill.runtime.Standing;
import dev.waybill.view.run.AskedQuestion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A run as a task.
///
/// @param context the id of the conversation that the task belongs to
record Tasks(Spelling spelling, String context) {

    private static final String OUTPUTS = "outputs";

    static String state(RunState run) {
        return switch (Status.of(run)) {
            case PENDING -> "submitted";
            case RUNNING, PAUSED, CANCELLING -> "working";
            case WAITING_APPROVAL, WAITING_INPUT, WAITING_EXTERNAL -> "input-required";
            case COMPLETED -> "completed";
            case FAILED -> "failed";
            case CANCELLED -> "canceled";
        };
    }

    /// Whether it brings something back.
    static boolean isDone(RunState state) {
        return Status.of(state) == RunStatus.COMPLETED;
    }

    /// Whether nothing changes any more until somebody says something.
    static boolean rests(RunState state) {
        return state.isTerminal() || state(state).equals("input-required");
    }

    JsonObject task(RunState state, Standing standing) {
        JsonObject.Builder task = spelling.begin("task")
                .put("id", state.header().runId().value())
                .put("contextId", context)
                .put("status", status(state));
        if (isDone(state)) {
            task.put("artifacts", JsonArray.of(artifact(state)));
        }
        return withMetadata(task.build(), state, standing);
    }

    JsonObject statusUpdate(RunState state, Standing standing) {
        JsonObject update = spelling.begin("status-update")
                .put("taskId", state.header().runId().value())
                .put("contextId", context)
                .put("status", status(state))
                .build();
        return withMetadata(spelling.last(update, rests(state)), state, standing);
    }

    JsonObject artifactUpdate(RunState state) {
        return spelling.begin("artifact-update")
                .put("taskId", state.header().runId().value())
                .put("contextId", context)
                .put("artifact", artifact(state))
                .put("append", false)
                .put("lastChunk", true)
                .build();
    }

    /// The run in which the work is done, and its receipts: what its caller needs to tell the story later.
    private static JsonObject withMetadata(JsonObject task, RunState state, Standing standing) {
        JsonObject.Builder metadata = JsonObject.builder();
        if (standing.place() != null) {
            metadata.put(Carried.RUN, standing.place().toJson());
        }
        metadata.put("runStatus", Status.of(state).wire());
        JsonObject told = task.with("metadata", metadata.build());
        List<ReceiptCarrier> receipts = new ArrayList<>();
        for (String receipt : standing.receipts()) {
            if (receipt.length() <= A2aCarrier.MAX_SIZE) {
                receipts.add(ReceiptCarrier.embed(receipt));
            }
        }
        return receipts.isEmpty() ? told : new A2aCarrier(receipts).attachTo(told);
    }

    private JsonObject status(RunState state) {
        return JsonObject.of("state", spelling.state(state(state)))
                .with("timestamp", Times.format(state.clock()))
                .withIfPresent("message", message(state));
    }

    private @Nullable JsonObject message(RunState state) {
        List<JsonValue> parts = new ArrayList<>();
        for (Interrupt question : Replied.open(state)) {
            parts.add(spelling.text(words(question)));
            parts.add(spelling.data(
                    JsonObject.of("interrupt", AskedQuestion.of(question).toJson())));
        }
        RunError error = state.error();
        if (error != null && state.isTerminal()) {
            parts.add(spelling.text(error.message()));
            parts.add(spelling.data(JsonObject.of("error", error.toJson())));
        }
        return parts.isEmpty()
                ? null
                : spelling.begin("message")
                        .put("role", spelling.agent())
                        .put("messageId", state.header().runId() + ":" + (state.head() - 1))
                        .put("taskId", state.header().runId().value())
                        .put("contextId", context)
                        .put("parts", new JsonArray(parts))
                        .build();
    }

    private static String words(Interrupt question) {
        return question.data()
                .string("title")
                .or(() -> question.data()
                        .array("questions")
                        .flatMap(all -> all.items().stream().findFirst())
                        .flatMap(JsonValue::asObject)
                        .flatMap(first -> first.string("question")))
                .orElse("Node " + question.nodeId() + " waits for an answer: " + question.kind() + ".");
    }

    private JsonObject artifact(RunState state) {
        return JsonObject.of("artifactId", OUTPUTS)
                .with("name", OUTPUTS)
                .with(
                        "parts",
                        JsonArray.of(spelling.data(JsonObject.of(OUTPUTS, PublicView.outputs(state))
                                .with("variables", PublicView.variables(state)))));
    }
}
