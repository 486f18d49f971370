package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.StepOutcome;
import dev.waybill.receipt.workflow.WorkflowError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The steps of a judged set and how they hang together, for drawing and for telling the story.
/// Steps are made when they are asked for: a million of them are not kept twice.
public final class EvidenceGraph {

    private final ReceiptTable table;
    private final List<LinkCheck.Link> links;
    private final Summaries summaries;

    EvidenceGraph(ReceiptTable table, List<LinkCheck.Link> links, Summaries summaries) {
        this.table = table;
        this.links = links;
        this.summaries = summaries;
    }

    /// One step, as its oldest receipt tells it.
    ///
    /// @param parentStepIds null when they are withheld
    /// @param node the node of a run's definition
    /// @param outcome how it ended, by its own receipts or by the summary; null when nobody tells
    /// @param issuedAt epoch seconds
    /// @param ref the receipt's `sha256:` reference
    public record Step(
            String workflowId,
            String stepId,
            @Nullable List<String> parentStepIds,
            @Nullable String toolName,
            @Nullable String node,
            @Nullable StepOutcome outcome,
            @Nullable String orchestratorId,
            String issuer,
            String keyThumbprint,
            long issuedAt,
            String ref) {}

    /// A step that started another workflow.
    public record Handover(String callerWorkflowId, String callerStepId, String childWorkflowId, String childStepId) {}

    /// All steps in the order of the input; progress receipts of one step count once.
    public Iterable<Step> steps() {
        return () -> rows().mapToObj(this::step).iterator();
    }

    /// How many steps there are.
    public long size() {
        return rows().count();
    }

    /// What the receipt with this reference tells about its step.
    public Optional<Step> step(String ref) {
        int row = Digest.tryParse(ref).map(table::rowOf).orElse(ReceiptTable.NONE);
        return row == ReceiptTable.NONE ? Optional.empty() : Optional.of(step(row));
    }

    private IntStream rows() {
        return IntStream.range(0, table.size()).filter(row -> table.steps().first(table.step(row)) == row);
    }

    private Step step(int row) {
        return new Step(
                table.workflowIdOf(row),
                table.stepIdOf(row),
                table.parents().withheld(row) ? null : parents(row),
                table.tools().get(row),
                table.nodes().get(row),
                outcome(row),
                table.agents().get(row),
                table.key(row).issuer(),
                table.key(row).key().thumbprintText(),
                table.issuedAt(row),
                table.ref(row));
    }

    private @Nullable StepOutcome outcome(int row) {
        SignedSummary summary = summaries.governing(table.workflowIdOf(row));
        WorkflowError error = summary == null ? null : summary.evidence().errorContext();
        return error != null && error.failedStepId().value().equals(table.stepIdOf(row))
                ? StepOutcome.FAILED
                : table.outcome(row);
    }

    private List<String> parents(int row) {
        List<String> parents = new ArrayList<>();
        for (int at = table.parents().from(row); at < table.parents().to(row); at++) {
            parents.add(table.steps().name(table.parents().at(at)));
        }
        return parents;
    }

    /// Where one workflow started another.
    public List<Handover> handovers() {
        List<Handover> handovers = new ArrayList<>();
        for (LinkCheck.Link link : links) {
            handovers.add(new Handover(
                    table.workflowIdOf(link.callerRow()),
                    table.stepIdOf(link.callerRow()),
                    table.workflowIdOf(link.childRow()),
                    table.stepIdOf(link.childRow())));
        }
        return handovers;
    }
}
