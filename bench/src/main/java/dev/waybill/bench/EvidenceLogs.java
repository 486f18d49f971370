package dev.waybill.bench;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.evidence.canonical.PythonJson;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// Files in the layouts of two systems: a log in which each event names the hash of the one before, and a store of
/// numbered receipts.
final class EvidenceLogs {

    private static final int TASK = 10;
    private static final long START = 1_770_000_000L;
    private static final String NO_HASH = Digest.PREFIX + "0".repeat(2 * Digest.LENGTH);

    private EvidenceLogs() {}

    /// AgentMesh's `events.jsonl`.
    static void events(Path file, int count) throws IOException {
        String before = NO_HASH;
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int number = 1; number <= count; number++) {
                JsonObject event = JsonObject.builder()
                        .put("event_id", "evt_%06d".formatted(number))
                        .put("seq", number)
                        .put("ts", time(number))
                        .put("kind", "TASK_TRANSITION")
                        .put("agent_id", "agent_dev_" + number % 7)
                        .put("payload", payload(number))
                        .put("prev_hash", before)
                        .build();
                before = Digest.of(PythonJson.compact(event)).toString();
                out.append(event.with("event_hash", new JsonString(before)).toString())
                        .append('\n');
            }
        }
    }

    /// One trace of Assay's store.
    static void store(Path file, int count) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int number = 0; number < count; number++) {
                JsonObject receipt = envelope(
                                number, "assay/store", "assay:" + EvidenceLines.id(Math.max(0, number - 1)))
                        .put("receipt_id", EvidenceLines.id(number))
                        .put("type", "model_call")
                        .put("timestamp", time(number))
                        .put("model_id", "gpt-4")
                        .put("total_tokens", number % 1000)
                        .put("_trace_id", "trace_bench")
                        .put("_store_seq", number)
                        .put("_stored_at", time(number))
                        .build();
                out.append(receipt.toString()).append('\n');
            }
        }
    }

    private static JsonObject payload(int number) {
        return envelope(number, "agentmesh/orchestrator", "agentmesh:evt_%06d".formatted(number - 1))
                .put("task_id", EvidenceLines.task(number))
                .put("from_state", "assigned")
                .put("to_state", number % TASK == TASK - 1 ? "merged" : "running")
                .build();
    }

    private static JsonObject.Builder envelope(int number, String origin, String parent) {
        return JsonObject.builder()
                .put("_ewp_version", "0")
                .put("_ewp_origin", origin)
                .put("_ewp_correlation_id", "corr_" + number / TASK)
                .put("_ewp_task_id", EvidenceLines.task(number))
                .put("_ewp_parent_ids", number % TASK == 0 ? JsonArray.EMPTY : JsonArray.ofStrings(List.of(parent)));
    }

    private static String time(int number) {
        return Instant.ofEpochSecond(START + number).toString();
    }
}
