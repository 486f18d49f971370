package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The summaries found in a set, by workflow, and which one of each workflow counts.
final class Summaries {

    /// How many bytes of signed text are kept. An honest set has a summary or two for each workflow.
    private static final long MOST_BYTES = 128L << 20;

    private final long mostBytes;
    private final Map<String, List<SignedSummary>> byWorkflow = new LinkedHashMap<>();
    private final Map<String, Integer> repeated = new LinkedHashMap<>();
    private long bytes;
    private long left;

    Summaries() {
        this(MOST_BYTES);
    }

    Summaries(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    void add(Receipt receipt, WorkflowSummary summary) {
        bytes += receipt.compact().length();
        if (bytes > mostBytes) {
            left++;
            return;
        }
        byWorkflow
                .computeIfAbsent(summary.evidence().workflowId().value(), _ -> new ArrayList<>())
                .add(SignedSummary.of(receipt, summary));
    }

    /// Takes a summary that came by another way; the set may hold it, too.
    void addUnlessKnown(Receipt receipt, WorkflowSummary summary) {
        boolean known = of(summary.evidence().workflowId().value()).stream()
                .anyMatch(each -> each.digest().equals(receipt.ref()));
        if (!known) {
            add(receipt, summary);
        }
    }

    /// To be called once, after the last summary: the one that counts comes first, repeated ones go.
    void settle() {
        byWorkflow.replaceAll((workflow, all) -> {
            Map<Digest, SignedSummary> byDigest = new LinkedHashMap<>();
            all.forEach(each -> byDigest.putIfAbsent(each.digest(), each));
            List<SignedSummary> distinct = new ArrayList<>(byDigest.values());
            repeated.put(workflow, all.size() - distinct.size());
            distinct.sort(SignedSummary.PRECEDENCE);
            return distinct;
        });
    }

    /// How many summaries there was no room for.
    long left() {
        return left;
    }

    /// The workflows that have a summary, sorted.
    Set<String> workflows() {
        return new TreeMap<>(byWorkflow).keySet();
    }

    /// The distinct summaries of a workflow, the one that counts first.
    List<SignedSummary> of(String workflow) {
        return byWorkflow.getOrDefault(workflow, List.of());
    }

    /// How often summaries of a workflow were repeated to the letter.
    int repeated(String workflow) {
        return repeated.getOrDefault(workflow, 0);
    }

    /// The summary that counts.
    @Nullable
    SignedSummary governing(String workflow) {
        List<SignedSummary> all = of(workflow);
        return all.isEmpty() ? null : all.getFirst();
    }
}
