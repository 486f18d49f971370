package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.SignedStep;
import dev.waybill.receipt.StepOutcome;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that the checks need to remember of each verified receipt: about 170 bytes, so that a million
/// receipts fit beside a small heap. Texts are interned; everything else is a column of numbers.
///
/// A row is a receipt that belongs to a workflow, in the order of the input.
final class ReceiptTable {

    static final int NONE = -1;

    /// What a container says about its size is a guess: tables grow when it was too small.
    private static final int LARGEST_GUESS = 1 << 20;

    private final Texts workflows = new Texts(16);
    private final Texts callers = new Texts(16);
    private final StepRows steps;
    private final Parents parents;
    private final Labels tools;
    private final Labels agents;
    private final Labels nodes;
    private final Labels outcomes;
    private final Digests digests;
    private final ReceiptIds ids;
    private final KeyUses keys = new KeyUses();

    private final UniformColumn workflowOf;
    private final IntColumn digestOf;
    private final IntColumn previousOf;
    private final LongColumn issuedAt;
    private final UniformColumn stepIndex;
    private final UniformColumn stepTotal;
    private final UniformColumn callerOf;
    private final UniformColumn keyOf;
    private final IntColumn rowOfDigest;

    ReceiptTable(int guess) {
        int expected = Math.clamp(guess, 0, LARGEST_GUESS);
        steps = new StepRows(expected);
        parents = new Parents(expected);
        tools = new Labels(expected);
        agents = new Labels(expected);
        nodes = new Labels(expected);
        outcomes = new Labels(expected);
        digests = new Digests(expected);
        ids = new ReceiptIds(expected);
        workflowOf = new UniformColumn(expected);
        stepIndex = new UniformColumn(expected);
        stepTotal = new UniformColumn(expected);
        callerOf = new UniformColumn(expected);
        digestOf = new IntColumn(expected);
        previousOf = new IntColumn(expected);
        issuedAt = new LongColumn(expected);
        keyOf = new UniformColumn(expected);
        rowOfDigest = new IntColumn(expected);
    }

    /// Adds a receipt that is not here yet.
    ///
    /// @param key the number of its signer
    void add(Receipt receipt, WorkflowContext context, int key) {
        int row = size();
        int digest = internDigest(receipt.ref());
        rowOfDigest.set(digest, row);
        digestOf.add(digest);
        int workflow = workflows.intern(context.workflowId().value());
        workflowOf.add(workflow);
        steps.add(row, workflow, context.stepId());
        parents.add(parentSteps(workflow, context.parentStepIds()));
        Digest previous = context.prevReceiptHash();
        previousOf.add(previous == null ? NONE : internDigest(previous));
        issuedAt.add(receipt.issuedAt());
        stepIndex.add(number(context.stepIndex()));
        stepTotal.add(number(context.stepTotal()));
        tools.add(context.toolName());
        agents.add(context.orchestratorId());
        SignedStep signed = SignedStep.of(receipt);
        nodes.add(signed.node());
        StepOutcome outcome = signed.outcome();
        outcomes.add(outcome == null ? null : outcome.wire());
        String caller = context.orchestratorReceiptRef();
        callerOf.add(caller == null ? NONE : callers.intern(caller));
        keyOf.add(key);
        ids.add(receipt.id(), row);
    }

    /// Takes the parents of a receipt that came without them before.
    void reveal(int row, List<StepId> parentStepIds) {
        if (parents.withheld(row)) {
            parents.reveal(row, steps(workflow(row), parentStepIds));
        }
    }

    /// To be called once, after the last row.
    void settle() {
        steps.settle(this);
    }

    private int internDigest(Digest digest) {
        int entry = digests.intern(digest);
        while (rowOfDigest.size() <= entry) {
            rowOfDigest.add(NONE);
        }
        return entry;
    }

    private @Nullable List<Integer> parentSteps(int workflow, @Nullable List<StepId> list) {
        return list == null ? null : steps(workflow, list);
    }

    private List<Integer> steps(int workflow, List<StepId> list) {
        return list.stream().map(parent -> steps.intern(workflow, parent)).toList();
    }

    private static long number(@Nullable Long value) {
        return value == null ? NONE : value;
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

    String workflowIdOf(int row) {
        return workflowId(workflow(row));
    }

    int findWorkflow(String id) {
        return workflows.find(id);
    }

    StepRows steps() {
        return steps;
    }

    int step(int row) {
        return steps.of(row);
    }

    /// The name of a row's step.
    String stepIdOf(int row) {
        return steps.name(steps.of(row));
    }

    Parents parents() {
        return parents;
    }

    /// The digest entry that this row's `prev_receipt_hash` names, or [#NONE].
    int previous(int row) {
        return previousOf.get(row);
    }

    /// The row that `prev_receipt_hash` names, or [#NONE] when there is none or it is not here.
    int previousRow(int row) {
        int entry = previousOf.get(row);
        return entry == NONE ? NONE : rowOfDigest.get(entry);
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

    /// PEAC's Merkle root over some rows. The array is used as scratch.
    Digest sortedRoot(int[] rows) {
        for (int i = 0; i < rows.length; i++) {
            rows[i] = digestOf.get(rows[i]);
        }
        return digests.sortedRoot(rows);
    }

    long issuedAt(int row) {
        return issuedAt.get(row);
    }

    /// Whether a receipt is older than another; among equals the digest decides.
    boolean isBefore(int row, int other) {
        return issuedAt(row) != issuedAt(other)
                ? issuedAt(row) < issuedAt(other)
                : digest(row).compareTo(digest(other)) < 0;
    }

    /// `step_index`, or [#NONE].
    long stepIndex(int row) {
        return stepIndex.getLong(row);
    }

    /// `step_total`, or [#NONE].
    long stepTotal(int row) {
        return stepTotal.getLong(row);
    }

    Labels tools() {
        return tools;
    }

    Labels agents() {
        return agents;
    }

    Labels nodes() {
        return nodes;
    }

    /// How the step of a row ended, by whichever of its receipts tells; null when none does.
    @Nullable
    StepOutcome outcome(int row) {
        String outcome = null;
        for (int each = steps.first(step(row)); each != NONE && outcome == null; each = steps.next(each)) {
            outcome = outcomes.get(each);
        }
        return outcome == null ? null : StepOutcome.ofWire(outcome);
    }

    /// The receipt that started the row's workflow, as the row spells it.
    @Nullable
    String callerRef(int row) {
        int caller = callerOf.get(row);
        return caller == NONE ? null : callers.get(caller);
    }

    /// The number of that spelling, or [#NONE].
    int caller(int row) {
        return callerOf.get(row);
    }

    KeyUse key(int row) {
        return keys.get(keyOf.get(row));
    }

    KeyUses keys() {
        return keys;
    }

    ReceiptIds ids() {
        return ids;
    }
}
