package dev.waybill.receipt.audit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The steps of a judged set and how they hang together, for drawing and for telling the story.
/// Steps are made when they are asked for: a million of them are not kept twice.
public final class EvidenceGraph {

    private final ReceiptTable table;
    private final List<LinkCheck.Link> links;

    EvidenceGraph(ReceiptTable table, List<LinkCheck.Link> links) {
        this.table = table;
        this.links = links;
    }

    /// One step, as its first receipt tells it.
    ///
    /// @param parentStepIds null when they are withheld
    /// @param issuedAt epoch seconds
    /// @param ref the receipt's `sha256:` reference
    public record Step(
            String workflowId,
            String stepId,
            @Nullable List<String> parentStepIds,
            @Nullable String toolName,
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

    private IntStream rows() {
        return IntStream.range(0, table.size()).filter(row -> table.rowOfStep(table.step(row)) == row);
    }

    private Step step(int row) {
        return new Step(
                table.workflowId(table.workflow(row)),
                table.stepId(table.step(row)),
                table.parentsWithheld(row) ? null : parents(row),
                table.toolName(row),
                table.orchestratorId(row),
                table.key(row).issuer(),
                table.key(row).key().thumbprintText(),
                table.issuedAt(row),
                table.ref(row));
    }

    private List<String> parents(int row) {
        List<String> parents = new ArrayList<>();
        for (int at = table.parentsFrom(row); at < table.parentsTo(row); at++) {
            parents.add(table.stepId(table.parent(at)));
        }
        return parents;
    }

    /// Where one workflow started another.
    public List<Handover> handovers() {
        List<Handover> handovers = new ArrayList<>();
        Iterator<LinkCheck.Link> each = links.iterator();
        while (each.hasNext()) {
            LinkCheck.Link link = each.next();
            handovers.add(new Handover(
                    table.workflowId(table.workflow(link.callerRow())),
                    table.stepId(table.step(link.callerRow())),
                    table.workflowId(table.workflow(link.childRow())),
                    table.stepId(table.step(link.childRow()))));
        }
        return handovers;
    }
}
