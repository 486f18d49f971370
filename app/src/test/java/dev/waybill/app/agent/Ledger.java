package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Every advance that was answered, and with which bytes.
final class Ledger {

    private static final double MILLION = 1e6;

    private final Map<Advance, Digest> answers = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> advances = new ConcurrentHashMap<>();
    private final Queue<Long> waits = new ConcurrentLinkedQueue<>();
    private final AtomicInteger repeated = new AtomicInteger();

    /// One step of one run, acknowledged with one payload.
    record Advance(String run, JsonObject request) {}

    /// Writes an answer down; the same advance always has the same.
    void answered(Advance advance, Answer answer) {
        Digest bytes = digest(answer);
        Digest earlier = answers.putIfAbsent(advance, bytes);
        if (earlier == null) {
            advances.computeIfAbsent(advance.run(), _ -> new AtomicInteger()).incrementAndGet();
        } else {
            assertThat(bytes).as(answer.text()).isEqualTo(earlier);
        }
    }

    private static Digest digest(Answer answer) {
        return Digest.of(answer.text().getBytes(StandardCharsets.UTF_8));
    }

    /// A chat waited so long for an answer.
    void waited(long nanos) {
        waits.add(nanos);
    }

    /// A call was not answered, and is made again.
    void repeats() {
        repeated.incrementAndGet();
    }

    /// How often a run was advanced.
    int advances(String run) {
        AtomicInteger count = advances.get(run);
        return count == null ? 0 : count.get();
    }

    List<String> runs() {
        return new ArrayList<>(advances.keySet());
    }

    int size() {
        return answers.size();
    }

    /// Makes every call once more.
    void everyAnswerIsStillTheSame(Agent agent) throws Exception {
        for (Advance advance : answers.keySet()) {
            answered(advance, agent.call("workflow_advance", advance.request()).good());
        }
    }

    String figures() {
        List<Long> sorted = waits.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%,d advances of %,d runs, %d calls repeated; an advance of a chat: p50 %.1f ms, p99 %.1f ms of %d",
                answers.size(),
                advances.size(),
                repeated.get(),
                percentile(sorted, 0.5),
                percentile(sorted, 0.99),
                sorted.size());
    }

    private static double percentile(List<Long> sorted, double part) {
        return sorted.get((int) Math.ceil(sorted.size() * part) - 1) / MILLION;
    }
}
