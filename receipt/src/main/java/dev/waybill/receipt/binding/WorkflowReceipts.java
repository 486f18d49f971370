package dev.waybill.receipt.binding;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.SignedStep;
import dev.waybill.receipt.StepOutcome;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The receipts of one workflow in an order that depends on them alone, and not on how they came in.
///
/// @param receipts by time, then by place in the hash chain, then by digest
/// @param steps the same receipts by step, in the order of the steps' first receipts
/// @param summary the one that counts: terminal before open, then the latest
record WorkflowReceipts(
        WorkflowId id,
        List<Receipt> receipts,
        Map<StepId, List<Receipt>> steps,
        @Nullable Receipt summary) {

    private static final Comparator<Receipt> BEST_SUMMARY = Comparator.comparing(
                    (Receipt receipt) -> summaryOf(receipt).evidence().status().isTerminal())
            .thenComparingLong(Receipt::issuedAt)
            .thenComparing(Receipt::ref);

    /// Workflows in the order of their ids. Receipts without a workflow are left out; a receipt that comes
    /// twice counts once.
    static List<WorkflowReceipts> group(Iterable<Receipt> receipts) {
        Map<WorkflowId, Map<Digest, Receipt>> members = new TreeMap<>();
        Map<WorkflowId, Receipt> summaries = new HashMap<>();
        for (Receipt receipt : receipts) {
            WorkflowContext context = receipt.workflow();
            WorkflowSummary summary = receipt.summary();
            if (context != null) {
                members(members, context.workflowId()).put(receipt.ref(), receipt);
            }
            if (summary != null) {
                WorkflowId id = summary.evidence().workflowId();
                members(members, id);
                summaries.merge(id, receipt, (a, b) -> BEST_SUMMARY.compare(a, b) >= 0 ? a : b);
            }
        }
        List<WorkflowReceipts> workflows = new ArrayList<>();
        members.forEach((id, byRef) -> workflows.add(of(id, byRef, summaries.get(id))));
        return workflows;
    }

    private static Map<Digest, Receipt> members(Map<WorkflowId, Map<Digest, Receipt>> members, WorkflowId id) {
        return members.computeIfAbsent(id, _ -> new LinkedHashMap<>());
    }

    private static WorkflowReceipts of(WorkflowId id, Map<Digest, Receipt> byRef, @Nullable Receipt summary) {
        Map<Digest, Integer> places = chainPlaces(byRef);
        List<Receipt> ordered = new ArrayList<>(byRef.values());
        ordered.sort(Comparator.comparingLong(Receipt::issuedAt)
                .thenComparing(receipt -> places.getOrDefault(receipt.ref(), 0))
                .thenComparing(Receipt::ref));
        Map<StepId, List<Receipt>> steps = new LinkedHashMap<>();
        ordered.forEach(receipt -> steps.computeIfAbsent(contextOf(receipt).stepId(), _ -> new ArrayList<>())
                .add(receipt));
        return new WorkflowReceipts(id, ordered, steps, summary);
    }

    /// How many receipts of the set come before each in its hash chain. A chain cannot run in a circle: a
    /// receipt would have to contain its own digest.
    private static Map<Digest, Integer> chainPlaces(Map<Digest, Receipt> byRef) {
        Map<Digest, Integer> places = new HashMap<>();
        Deque<Digest> open = new ArrayDeque<>();
        for (Digest start : byRef.keySet()) {
            Digest at = start;
            while (at != null && byRef.containsKey(at) && !places.containsKey(at)) {
                open.push(at);
                at = contextOf(Objects.requireNonNull(byRef.get(at))).prevReceiptHash();
            }
            int place = at == null ? -1 : places.getOrDefault(at, -1);
            while (!open.isEmpty()) {
                places.put(open.pop(), ++place);
            }
        }
        return places;
    }

    /// How a step ended, by its own receipts or by the summary. A step that nobody calls anything else is completed:
    /// it was signed for.
    StepOutcome outcome(StepId step) {
        WorkflowError error =
                summary == null ? null : summaryOf(summary).evidence().errorContext();
        return error != null && error.failedStepId().equals(step)
                ? StepOutcome.FAILED
                : steps.getOrDefault(step, List.of()).stream()
                        .map(receipt -> SignedStep.of(receipt).outcome())
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(StepOutcome.COMPLETED);
    }

    /// The context of a receipt that is known to have one.
    static WorkflowContext contextOf(Receipt receipt) {
        return Objects.requireNonNull(receipt.workflow());
    }

    /// The summary of a receipt that is known to have one.
    static WorkflowSummary summaryOf(Receipt receipt) {
        return Objects.requireNonNull(receipt.summary());
    }
}
