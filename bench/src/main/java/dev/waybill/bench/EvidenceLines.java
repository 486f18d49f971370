package dev.waybill.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/// A file of events such as a system of agents leaves behind: tasks of ten records, one long chain, and a policy that
/// changes every hundred records.
final class EvidenceLines {

    /// The correlation id of the long chain.
    static final String CHAIN = "corr_long_chain";

    private static final int TASK = 10;
    private static final int POLICY = 100;
    private static final int CHAIN_LENGTH = 10_000;
    private static final long START = 1_770_000_000L;

    private EvidenceLines() {}

    static void write(Path file, int count) throws IOException {
        int chain = chainLength(count);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < count; i++) {
                out.append(i < chain ? link(i) : i % POLICY == 0 ? policy(i) : transition(i))
                        .append('\n');
            }
        }
    }

    /// More of the same at the end.
    static void append(Path file, int from, int count) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardOpenOption.APPEND)) {
            for (int i = from; i < from + count; i++) {
                out.append(transition(i)).append('\n');
            }
        }
    }

    static int chainLength(int count) {
        // Whole tasks follow the chain.
        return Math.max(TASK, Math.min(CHAIN_LENGTH, count / 10) / TASK * TASK);
    }

    /// A task whose last record is its merge.
    static String task(int number) {
        return "task_" + hex(number / TASK);
    }

    static String id(int number) {
        return "r_" + hex(number);
    }

    private static String hex(int number) {
        return Long.toHexString(0x1000_0000_0000L + number * 0x9E3779B1L).substring(0, 12);
    }

    private static String link(int number) {
        String parents = number == 0 ? "" : "\"waybill:" + id(number - 1) + "\"";
        return begin(number, "STEP") + ",\"_ewp_correlation_id\":\"" + CHAIN + "\",\"_ewp_parent_ids\":[" + parents
                + "]}";
    }

    private static String policy(int number) {
        return begin(number, "POLICY_APPLY") + ",\"_ewp_policy_version\":\"sha256:" + hex(number)
                + "\",\"lever\":\"LEVER_" + number / POLICY % 3 + "\",\"old_value\":0.7,\"new_value\":0."
                + (60 + number / POLICY % 30) + "}";
    }

    private static String transition(int number) {
        String state = number % TASK == TASK - 1 ? "merged" : "running";
        String parents = number % TASK == 0 ? "" : "\"waybill:" + id(number - 1) + "\"";
        return begin(number, "TASK_TRANSITION") + ",\"_ewp_correlation_id\":\"corr_" + number / TASK
                + "\",\"_ewp_task_id\":\"" + task(number) + "\",\"_ewp_episode_id\":\"ep_" + hex(number / 50)
                + "\",\"_ewp_agent_id\":\"claude_" + number % 7 + "\",\"_ewp_parent_ids\":[" + parents
                + "],\"from_state\":\"assigned\",\"to_state\":\"" + state + "\",\"detail\":{\"score\":0.0,\"n\":"
                + number + "}}";
    }

    private static String begin(int number, String type) {
        return "{\"receipt_id\":\"" + id(number) + "\",\"type\":\"" + type + "\",\"timestamp\":\""
                + Instant.ofEpochSecond(START + number * 60L)
                + "\",\"_ewp_version\":\"0\",\"_ewp_origin\":\"waybill/bench\"";
    }
}
