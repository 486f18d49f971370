package dev.waybill.evidence.query;

import dev.waybill.base.TaskState;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.List;
import java.util.Optional;

/// What the records of a task say against one of its transitions: it left a state out, or its end has no receipt, or
/// one that says otherwise. The registry of receipts has one with every end, so that none is a gap as well.
///
/// @param seal the receipt or checkpoint that was written with the transition
/// @param notes is told what is missing or wrong
record TransitionCheck(
        IndexedRecord transition, List<IndexedRecord> records, Optional<IndexedRecord> seal, Clocks notes) {

    /// @return the receipts that say that the task ended otherwise
    List<IndexedRecord> run(String state) {
        if (!References.isOf(transition, ReceiptType.TASK_TRANSITION)) {
            return List.of();
        }
        checkStep();
        List<IndexedRecord> contradicting =
                References.different(References.only(records, record -> contradicts(record, state)));
        for (IndexedRecord receipt : contradicting) {
            notes.note(
                    GapCode.RECEIPT_CONTRADICTS,
                    receipt.id() + " says that the task ended as " + PolicyStatement.terminalState(receipt) + ", "
                            + transition.id() + " that it reached " + state);
        }
        boolean ends = TaskState.of(state).filter(TaskState::isTerminal).isPresent();
        if (ends && seal.isEmpty() && contradicting.isEmpty()) {
            notes.note(
                    GapCode.RECEIPT_MISSING,
                    "expected an ASSAY_RECEIPT for " + transition.id() + ", which ended the task, found none");
        }
        return contradicting;
    }

    /// A run takes only the steps that its workflow has; any other task takes them one by one.
    private void checkStep() {
        Optional<TaskState> from = state(Fact.FROM_STATE);
        Optional<TaskState> to = state(Fact.TO_STATE);
        if (from.isEmpty() || to.isEmpty()) {
            return;
        }
        boolean ofRun = transition.content().facts().has(Fact.RUN);
        boolean legal =
                from.get().next().contains(to.get()) || (ofRun && from.get().isBefore(to.get()));
        if (!legal) {
            notes.note(
                    GapCode.TRANSITION_ILLEGAL,
                    "%s goes from %s to %s; expected one of %s"
                            .formatted(
                                    transition.id(),
                                    from.get().wire(),
                                    to.get().wire(),
                                    from.get().next().stream()
                                            .map(TaskState::wire)
                                            .toList()));
        }
    }

    private Optional<TaskState> state(String fact) {
        return transition.content().facts().string(fact).flatMap(TaskState::of);
    }

    private boolean contradicts(IndexedRecord record, String state) {
        String ended = References.isOf(record, ReceiptType.ASSAY_RECEIPT) ? PolicyStatement.terminalState(record) : "";
        return !ended.isEmpty()
                && !ended.equals(state)
                && records.stream()
                        .noneMatch(other -> References.isTransition(other) && ended.equals(PolicyAt.toState(other)));
    }
}
