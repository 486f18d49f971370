package dev.waybill.agents.a2a;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.carry.Carried;
import dev.waybill.journal.RemoteRun;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.binding.A2aCarrier;
import dev.waybill.receipt.binding.ReceiptCarrier;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A task of another agent as it was last told.
record RemoteTask(JsonObject json) {

    /// How it stands, in the spelling of 0.3 whoever wrote it.
    String state() {
        String state = json.object("status").flatMap(it -> it.string("state")).orElse("unknown");
        String plain = state.toLowerCase(Locale.ROOT);
        return plain.startsWith("task_state_")
                ? plain.substring("task_state_".length()).replace('_', '-')
                : plain;
    }

    String id() {
        return json.string("id").orElse("");
    }

    boolean isUnderWay() {
        return state().equals("submitted") || state().equals("working");
    }

    boolean waits() {
        return state().equals("input-required") || state().equals("auth-required");
    }

    /// What the agent says about its status; empty when it says nothing.
    String words() {
        return texts(json.object("status").flatMap(it -> it.object("message")).orElse(JsonObject.EMPTY));
    }

    /// What the agent wants to know: its words, or else whatever it sent.
    String asked() {
        JsonArray parts = json.object("status")
                .flatMap(it -> it.object("message"))
                .flatMap(message -> message.array("parts"))
                .orElse(JsonArray.EMPTY);
        String unsaid = parts.size() == 0 ? "The agent needs an answer." : JsonWriter.compact(parts);
        return words().isEmpty() ? unsaid : words();
    }

    /// The run behind it, where its host is one that says so.
    Optional<RemoteRun> run() {
        JsonValue told = json.object("metadata").orElse(JsonObject.EMPTY).get(Carried.RUN);
        try {
            return told == null ? Optional.empty() : Optional.of(RemoteRun.of(told));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// The receipt of the summary with which the run ended, if the task brings it along. What it says is its signer's
    /// word; that it is this text and no other is what a receipt here can bind.
    @Nullable
    Digest summary(RemoteRun run) {
        try {
            return A2aCarrier.read(json).map(A2aCarrier::carriers).orElse(List.of()).stream()
                    .filter(ReceiptCarrier::isEmbedded)
                    .map(carrier -> Receipt.decode(Objects.requireNonNull(carrier.receiptJws())))
                    .filter(receipt -> isEnd(receipt.summary(), run))
                    .map(Receipt::ref)
                    .reduce((_, last) -> last)
                    .orElse(null);
        } catch (Rejected e) {
            // Receipts that nobody can read bind nothing; the work is done all the same.
            return null;
        }
    }

    private static boolean isEnd(@Nullable WorkflowSummary summary, RemoteRun run) {
        return summary != null
                && summary.evidence().workflowId().value().equals(run.workflowId())
                && summary.evidence().status() != WorkflowStatus.IN_PROGRESS;
    }

    /// What it brought back: the members of all data, and all words as `text`.
    JsonObject brought() {
        Map<String, JsonValue> brought = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        for (JsonValue artifact : json.array("artifacts").orElse(JsonArray.EMPTY)) {
            JsonObject parts = artifact.asObject().orElse(JsonObject.EMPTY);
            String words = texts(parts);
            text.append(text.isEmpty() || words.isEmpty() ? "" : "\n").append(words);
            for (JsonValue part : parts.array("parts").orElse(JsonArray.EMPTY)) {
                part.asObject().flatMap(it -> it.object("data")).ifPresent(data -> brought.putAll(data.members()));
            }
        }
        if (!text.isEmpty()) {
            brought.putIfAbsent("text", new JsonString(text.toString()));
        }
        return new JsonObject(brought);
    }

    private static String texts(JsonObject message) {
        StringBuilder text = new StringBuilder();
        for (JsonValue part : message.array("parts").orElse(JsonArray.EMPTY)) {
            part.asObject()
                    .flatMap(it -> it.string("text"))
                    .ifPresent(words -> text.append(text.isEmpty() ? "" : "\n").append(words));
        }
        return text.toString();
    }
}
