package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.key.VerificationKey;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that the checks need to remember of each verified receipt: about 150 bytes, so that a million
/// receipts fit beside a small heap. Texts are interned; everything else is a column of numbers.
///
/// A row is a receipt that belongs to a workflow, in the order of the input.
final class ReceiptTable {

    static final int NONE = -1;

    /// Names that a set repeats are interned; a set that never repeats them is shown without them.
    private static final int MAX_DISTINCT_LABELS = 10_000;

    private final Texts workflows = new Texts(16);
    private final Texts steps;
    private final Texts labels = new Texts(64);
    private final Digests digests;
    private final ReceiptIds ids;
    private final List<KeyUse> keys = new ArrayList<>();

    private final IntColumn workflowOf;
    private final IntColumn stepOf;
    private final IntColumn digestOf;
    private final IntColumn previousOf;
    private final IntColumn parentsEnd;
    private final IntColumn parents;
    private final LongColumn issuedAt;
    private final IntColumn stepIndex;
    private final IntColumn stepTotal;
    private final IntColumn tool;
    private final IntColumn orchestrator;
    private final IntColumn callerRef;
    private final IntColumn keyOf;
    private final IntColumn rowOfDigest;
    private final IntColumn firstRowOfStep;
    private final IntColumn nextRowOfStep;

    ReceiptTable(int expected) {
        steps = new Texts(expected);
        digests = new Digests(expected);
        ids = new ReceiptIds(expected);
        workflowOf = new IntColumn(expected);
        stepOf = new IntColumn(expected);
        digestOf = new IntColumn(expected);
        previousOf = new IntColumn(expected);
        parentsEnd = new IntColumn(expected);
        parents = new IntColumn(expected);
        issuedAt = new LongColumn(expected);
        stepIndex = new IntColumn(expected);
        stepTotal = new IntColumn(expected);
        tool = new IntColumn(expected);
        orchestrator = new IntColumn(expected);
        callerRef = new IntColumn(16);
        keyOf = new IntColumn(expected);
        rowOfDigest = new IntColumn(expected);
        firstRowOfStep = new IntColumn(expected);
        nextRowOfStep = new IntColumn(expected);
    }

    /// Adds a receipt; answers [#NONE] when this very receipt is here already.
    int add(Receipt receipt, WorkflowContext context, VerificationKey key) {
        int digest = internDigest(receipt.ref());
        if (rowOfDigest.get(digest) != NONE) {
            return NONE;
        }
        int row = size();
        rowOfDigest.set(digest, row);
        digestOf.add(digest);
        int workflow = workflows.intern(context.workflowId().value());
        workflowOf.add(workflow);
        addStep(row, workflow, context.stepId());
        addParents(workflow, context.parentStepIds());
        Digest previous = context.prevReceiptHash();
        previousOf.add(previous == null ? NONE : internDigest(previous));
        issuedAt.add(receipt.issuedAt());
        stepIndex.add(number(context.stepIndex()));
        stepTotal.add(number(context.stepTotal()));
        tool.add(label(context.toolName()));
        orchestrator.add(label(context.orchestratorId()));
        addCaller(row, context.orchestratorReceiptRef());
        keyOf.add(use(key, receipt));
        ids.add(receipt.id(), row);
        return row;
    }

    private int internDigest(Digest digest) {
        int entry = digests.intern(digest);
        while (rowOfDigest.size() <= entry) {
            rowOfDigest.add(NONE);
        }
        return entry;
    }

    private void addStep(int row, int workflow, StepId id) {
        int step = internStep(workflow, id);
        stepOf.add(step);
        int first = firstRowOfStep.get(step);
        if (first == NONE) {
            firstRowOfStep.set(step, row);
            nextRowOfStep.add(NONE);
        } else {
            // Newest first after the head, so that a step with a million receipts costs no walk.
            nextRowOfStep.add(nextRowOfStep.get(first));
            nextRowOfStep.set(first, row);
        }
    }

    /// A step is known by its workflow and its name: two workflows may use one name.
    private int internStep(int workflow, StepId id) {
        int step = steps.intern(qualified(workflow, id.value()));
        while (firstRowOfStep.size() <= step) {
            firstRowOfStep.add(NONE);
        }
        return step;
    }

    private static String qualified(int workflow, String stepId) {
        return workflow + ":" + stepId;
    }

    private void addParents(int workflow, @Nullable List<StepId> list) {
        if (list == null) {
            // Withheld is not the same as none: a negative end marks it.
            parentsEnd.add(-1 - parents.size());
            return;
        }
        list.forEach(parent -> parents.add(internStep(workflow, parent)));
        parentsEnd.add(parents.size());
    }

    private void addCaller(int row, @Nullable String ref) {
        if (ref != null) {
            callerRef.add(row);
            callerRef.add(labels.intern(ref));
        }
    }

    private int label(@Nullable String text) {
        if (text == null) {
            return NONE;
        }
        return labels.size() < MAX_DISTINCT_LABELS ? labels.intern(text) : labels.find(text);
    }

    private static int number(@Nullable Long value) {
        return value == null ? NONE : (int) Math.min(value, Integer.MAX_VALUE);
    }

    private int use(VerificationKey key, Receipt receipt) {
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).is(key, receipt.issuer())) {
                keys.get(i).count();
                return i;
            }
        }
        keys.add(new KeyUse(key, receipt.issuer()));
        return keys.size() - 1;
    }

    int size() {
        return digestOf.size();
    }

    int workflowCount() {
        return workflows.size();
    }

    String workflowId(int workflow) {
        return workflows.get(workflow);
    }

    int workflow(int row) {
        return workflowOf.get(row);
    }

    int findWorkflow(String id) {
        return workflows.find(id);
    }

    int stepCount() {
        return steps.size();
    }

    int step(int row) {
        return stepOf.get(row);
    }

    String stepId(int step) {
        String qualified = steps.get(step);
        return qualified.substring(qualified.indexOf(':') + 1);
    }

    int findStep(int workflow, String stepId) {
        return steps.find(qualified(workflow, stepId));
    }

    /// The first row of a step, or [#NONE] when it is only named as a parent.
    int rowOfStep(int step) {
        return firstRowOfStep.get(step);
    }

    int nextRowOfStep(int row) {
        return nextRowOfStep.get(row);
    }

    boolean parentsWithheld(int row) {
        return parentsEnd.get(row) < 0;
    }

    int parentsFrom(int row) {
        return row == 0 ? 0 : end(row - 1);
    }

    int parentsTo(int row) {
        return end(row);
    }

    private int end(int row) {
        int end = parentsEnd.get(row);
        return end < 0 ? -1 - end : end;
    }

    /// The parent step at a position of the parent column.
    int parent(int position) {
        return parents.get(position);
    }

    /// The digest entry that this row's `prev_receipt_hash` names, or [#NONE].
    int previous(int row) {
        return previousOf.get(row);
    }

    /// The row that has a digest, or [#NONE] when no receipt here has it.
    int rowOfDigestEntry(int entry) {
        return rowOfDigest.get(entry);
    }

    int rowOf(Digest digest) {
        int entry = digests.find(digest);
        return entry == HashSlots.EMPTY ? NONE : rowOfDigest.get(entry);
    }

    Digest digestEntry(int entry) {
        return digests.get(entry);
    }

    Digest digest(int row) {
        return digests.get(digestOf.get(row));
    }

    String ref(int row) {
        return digest(row).toString();
    }

    void copyDigest(int row, byte[] target, int offset) {
        digests.copyTo(digestOf.get(row), target, offset);
    }

    long issuedAt(int row) {
        return issuedAt.get(row);
    }

    int stepIndex(int row) {
        return stepIndex.get(row);
    }

    int stepTotal(int row) {
        return stepTotal.get(row);
    }

    @Nullable
    String toolName(int row) {
        return labelText(tool.get(row));
    }

    @Nullable
    String orchestratorId(int row) {
        return labelText(orchestrator.get(row));
    }

    int orchestratorLabel(int row) {
        return orchestrator.get(row);
    }

    @Nullable
    String labelText(int label) {
        return label == NONE ? null : labels.get(label);
    }

    KeyUse key(int row) {
        return keys.get(keyOf.get(row));
    }

    List<KeyUse> keys() {
        return keys;
    }

    ReceiptIds ids() {
        return ids;
    }

    int callerCount() {
        return callerRef.size() / 2;
    }

    int callerRow(int index) {
        return callerRef.get(2 * index);
    }

    String callerRef(int index) {
        return labels.get(callerRef.get(2 * index + 1));
    }

    /// The digest of a name, for lists that hold digests in place of long names.
    static String digestOfName(String name) {
        return Digest.of(name.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
