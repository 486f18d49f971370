package dev.waybill.receipt.audit;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.util.HashSet;
import java.util.Set;

/// Attempts at a run's nodes. Each is signed for, the failed ones too, so a second attempt without a first means that a
/// failure was left out: of this set, or by the issuer if a summary says that the set is whole.
final class AttemptCheck {

    private static final String FORK = "fork";

    /// Attempts that were followed by another one, and those that followed, under the name of the earlier one.
    private final ReceiptIds names = new ReceiptIds(16);

    private final IntColumn rows = new IntColumn(16);
    private final IntColumn follows = new IntColumn(16);
    private final Set<String> forks = new HashSet<>();

    /// @param step what the receipt of this row says under `dev.waybill/step`
    void take(int row, String workflow, JsonObject step) {
        if (step.string("kind").orElse("").equals(FORK)) {
            // The earlier attempts may be the source's.
            forks.add(workflow);
        }
        if (!(step.get("attempt") instanceof JsonNumber number)
                || number.asInteger().isEmpty()
                || step.string("outcome").isEmpty()) {
            return;
        }
        long attempt = number.asInteger().getAsLong();
        String execution = workflow + "\n" + step.string("node").orElse("") + "\n" + step.get("ordinal") + "\n";
        if (step.get("retried") == JsonBool.TRUE) {
            add(execution + attempt, row, 0);
        }
        if (attempt > 1) {
            add(execution + (attempt - 1), row, 1);
        }
    }

    private void add(String name, int row, int followed) {
        names.add(name, rows.size());
        rows.add(row);
        follows.add(followed);
    }

    void run(ReceiptTable table, SummaryCheck summary, FindingLog log) {
        for (int first = 0; first < rows.size(); first++) {
            if (names.isFirst(first) && !isSigned(first)) {
                report(first, table, summary, log);
            }
        }
    }

    private boolean isSigned(int first) {
        boolean signed = false;
        for (int entry = first; entry != ReceiptTable.NONE && !signed; entry = names.next(entry)) {
            signed = follows.get(entry) == 0;
        }
        return signed;
    }

    private void report(int first, ReceiptTable table, SummaryCheck summary, FindingLog log) {
        for (int entry = first; entry != ReceiptTable.NONE; entry = names.next(entry)) {
            int row = rows.get(entry);
            String workflow = table.workflowIdOf(row);
            if (!forks.contains(workflow)) {
                log.add(
                        FindingCode.ATTEMPT_MISSING,
                        summary.complete(workflow) ? Severity.ERROR : Severity.GAP,
                        table.ref(row),
                        workflow,
                        "step " + table.stepIdOf(row) + " is a later attempt, and no receipt signs for the one before");
            }
        }
    }
}
