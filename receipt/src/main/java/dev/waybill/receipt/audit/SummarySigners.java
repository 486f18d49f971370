package dev.waybill.receipt.audit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Who may sign for the end of a workflow: whoever began it. Anybody else who took part could sign a shortened set as
/// final, and a key that signs for one step would speak for the whole run.
///
/// The beginning is the first receipt of the chain; without a chain, a step that has no parents. Of a selection nobody
/// can tell who began it, so there it is enough to have issued one of the receipts.
final class SummarySigners {

    private final ReceiptTable table;
    private final RowsByWorkflow rows;
    private final Sequences sequences;
    private final Map<String, String> objections = new LinkedHashMap<>();

    SummarySigners(ReceiptTable table, RowsByWorkflow rows, Sequences sequences) {
        this.table = table;
        this.rows = rows;
        this.sequences = sequences;
    }

    /// @param whole whether all receipts should be here, and not only a selection
    /// @return what speaks against the signer
    Optional<String> check(SignedSummary summary, int workflow, boolean whole) {
        Set<String> took = issuers(workflow, false);
        if (took.isEmpty()) {
            return Optional.empty();
        }
        Set<String> began = whole ? beginners(workflow) : took;
        String signed = "the summary is signed by " + summary.issuer() + ", who ";
        if (!took.contains(summary.issuer())) {
            objections.put(table.workflowId(workflow), signed + "issued none of the receipts");
        } else if (!began.contains(summary.issuer())) {
            objections.put(table.workflowId(workflow), signed + "did not begin the workflow: that was " + some(began));
        }
        return objection(table.workflowId(workflow));
    }

    Optional<String> objection(String workflow) {
        return Optional.ofNullable(objections.get(workflow));
    }

    private Set<String> beginners(int workflow) {
        Set<String> first = new TreeSet<>();
        for (int row : sequences.first(workflow, 1)) {
            first.add(issuer(row));
        }
        if (!first.isEmpty()) {
            return first;
        }
        Set<String> roots = issuers(workflow, true);
        return roots.isEmpty() ? issuers(workflow, false) : roots;
    }

    private Set<String> issuers(int workflow, boolean rootsOnly) {
        Set<String> issuers = new TreeSet<>();
        for (int i = 0; i < rows.count(workflow); i++) {
            int row = rows.row(workflow, i);
            if (!rootsOnly || isRoot(row)) {
                issuers.add(issuer(row));
            }
        }
        return issuers;
    }

    private boolean isRoot(int row) {
        Parents parents = table.parents();
        return !parents.withheld(row) && parents.from(row) == parents.to(row);
    }

    private String issuer(int row) {
        return table.key(row).issuer();
    }

    private static String some(Set<String> issuers) {
        String first = issuers.iterator().next();
        return issuers.size() == 1 ? first : first + " and " + (issuers.size() - 1) + " more";
    }
}
