package dev.waybill.receipt.audit;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The summaries found in a set, by workflow, and which one of each workflow counts.
final class Summaries {

    private final Map<String, List<Receipt>> byWorkflow = new LinkedHashMap<>();

    void add(Receipt receipt, WorkflowSummary summary) {
        byWorkflow
                .computeIfAbsent(summary.evidence().workflowId().value(), _ -> new ArrayList<>())
                .add(receipt);
    }

    Set<String> workflows() {
        return byWorkflow.keySet();
    }

    /// The distinct summaries of a workflow, in the order of the input.
    List<Receipt> of(String workflow) {
        return List.copyOf(new LinkedHashSet<>(byWorkflow.getOrDefault(workflow, List.of())));
    }

    /// How often summaries of a workflow were repeated to the letter.
    int repeated(String workflow) {
        return byWorkflow.getOrDefault(workflow, List.of()).size()
                - of(workflow).size();
    }

    /// The summary that counts: a final one before an open one, then the newest, then by its digest, so
    /// that the order of the input decides nothing.
    @Nullable
    Receipt governing(String workflow) {
        return of(workflow).stream().min(PRECEDENCE).orElse(null);
    }

    static final Comparator<Receipt> PRECEDENCE = Comparator.comparing((Receipt receipt) -> !isFinal(receipt))
            .thenComparing(Summaries::issuedAt, Comparator.reverseOrder())
            .thenComparing(Receipt::ref);

    static boolean isFinal(Receipt receipt) {
        return summary(receipt).evidence().status().isTerminal();
    }

    private static Instant issuedAt(Receipt receipt) {
        return summary(receipt).issuedAt();
    }

    static WorkflowSummary summary(Receipt receipt) {
        WorkflowSummary summary = receipt.summary();
        if (summary == null) {
            throw new IllegalStateException("only receipts with a summary are kept here");
        }
        return summary;
    }
}
