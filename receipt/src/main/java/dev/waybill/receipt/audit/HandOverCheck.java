package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The links between workflows that receipts of runs sign, from both ends: the child that work went to names the
/// receipt that sent it, the summary of the child is the one that came back, and a fork continues the receipts that
/// it says.
///
/// A child that is not here at all is not false: the set is only partial, and the report names what was left out.
final class HandOverCheck {

    private final ReceiptTable table;
    private final SignedLinks signed;
    private final LinkCheck links;
    private final Summaries summaries;
    private final SummaryCheck checked;
    private final Sequences sequences;
    private final FindingLog log;
    private final Set<Completeness.Reason> leftOut = new TreeSet<>(Completeness.Reason.ORDER);

    HandOverCheck(
            ReceiptTable table,
            SignedLinks signed,
            LinkCheck links,
            Summaries summaries,
            SummaryCheck checked,
            Sequences sequences,
            FindingLog log) {
        this.table = table;
        this.signed = signed;
        this.links = links;
        this.summaries = summaries;
        this.checked = checked;
        this.sequences = sequences;
        this.log = log;
    }

    /// @param whole whether all receipts should be here, and not only a selection
    /// @return the workflows that are named and not here
    Set<Completeness.Reason> run(boolean whole) {
        for (int link = 0; link < signed.size(); link++) {
            check(link, signed.digest(link), whole);
        }
        links.absentCallers().forEach((workflow, ref) -> {
            if (whole && !isFork(table.workflowId(workflow))) {
                String message = "it was started by receipt " + ref + ", which is not here";
                leftOut.add(new Completeness.Reason(
                        Completeness.Cause.CALLER_LEFT_OUT, table.workflowId(workflow), message));
            }
        });
        return leftOut;
    }

    /// The source of a fork is named as such.
    private boolean isFork(String workflow) {
        return leftOut.stream()
                .anyMatch(reason ->
                        reason.cause() == Completeness.Cause.SOURCE_LEFT_OUT && workflow.equals(reason.workflow()));
    }

    private void check(int link, @Nullable Digest digest, boolean whole) {
        switch (signed.kind(link)) {
            case OUT -> out(link, whole);
            case IN -> in(link, digest);
            case CHILD, FORK -> {
                // A run whose origin signed nothing has nothing to be held against.
                if (digest != null) {
                    origin(link, table.rowOf(digest), whole);
                }
            }
        }
    }

    private void out(int link, boolean whole) {
        String child = signed.workflow(link);
        int workflow = table.findWorkflow(child);
        if (workflow == ReceiptTable.NONE) {
            leaveOut(link);
        } else if (!links.isCaller(signed.row(link), workflow)) {
            String says = "step " + step(link) + " signs that it handed over to workflow " + child;
            if (links.namesACaller(workflow)) {
                report(Severity.ERROR, link, says + ", which names another receipt as its caller");
            } else if (whole) {
                report(absence(child), link, says + ", which names no caller");
            }
        }
    }

    private void in(int link, @Nullable Digest summary) {
        String child = signed.workflow(link);
        SignedSummary governing = summaries.governing(child);
        if (table.findWorkflow(child) == ReceiptTable.NONE) {
            leaveOut(link);
        }
        if (summary == null
                || summaries.of(child).stream().anyMatch(each -> each.digest().equals(summary))) {
            return;
        }
        String says = "step " + step(link) + " signs that workflow " + child + " ended with summary " + summary;
        if (governing != null && governing.isFinal()) {
            report(Severity.ERROR, link, says + ", and here it ends with " + governing.ref());
        } else if (table.findWorkflow(child) != ReceiptTable.NONE) {
            log.add(FindingCode.CHILD_SUMMARY_MISSING, ref(link), workflowOf(link), says + ", which is not here");
        }
    }

    private void origin(int link, int caller, boolean whole) {
        if (signed.kind(link) == SignedLinks.Kind.FORK) {
            fork(link, caller);
        } else {
            child(link, caller, whole);
        }
    }

    private void child(int link, int caller, boolean whole) {
        if (caller == ReceiptTable.NONE) {
            if (whole && table.findWorkflow(signed.workflow(link)) != ReceiptTable.NONE) {
                report(absence(signed.workflow(link)), link, saysFrom(link) + ", which is here without that receipt");
            }
            return;
        }
        checkOrigin(link, caller);
        int out = signed.of(caller);
        boolean elsewhere = out != ReceiptTable.NONE
                && signed.kind(out) == SignedLinks.Kind.OUT
                && !signed.workflow(out).equals(workflowOf(link));
        if (elsewhere) {
            report(Severity.ERROR, link, saysFrom(link) + ", which handed over to " + signed.workflow(out));
        }
    }

    private void fork(int link, int caller) {
        String source = signed.workflow(link);
        if (caller == ReceiptTable.NONE) {
            if (checked.complete(source)) {
                report(Severity.ERROR, link, saysFrom(link) + ", which is here, complete, without that receipt");
            }
            String message = "it continues workflow " + source + ", whose receipts before the fork are not here";
            leftOut.add(new Completeness.Reason(Completeness.Cause.SOURCE_LEFT_OUT, workflowOf(link), message));
            return;
        }
        checkOrigin(link, caller);
        int position = sequences.position(caller);
        long count = signed.count(link);
        if (position != ReceiptTable.NONE && count >= 0 && position + 1 != count) {
            String message = saysFrom(link) + " after " + count + " receipts; the chain here has " + (position + 1);
            report(Severity.ERROR, link, message + " up to there");
        }
    }

    private void checkOrigin(int link, int caller) {
        String named = table.callerRef(signed.row(link));
        if (named != null && !named.equals(table.ref(caller))) {
            report(Severity.ERROR, link, saysFrom(link) + ", and that it was started by " + named);
        }
        if (!table.workflowIdOf(caller).equals(signed.workflow(link))) {
            report(Severity.ERROR, link, saysFrom(link) + ", but that is one of " + table.workflowIdOf(caller));
        }
    }

    private String saysFrom(int link) {
        return "the workflow says that it comes from receipt " + signed.digest(link) + " of workflow "
                + signed.workflow(link);
    }

    /// What is absent from a set that holds all receipts of a workflow was never there.
    private Severity absence(String workflow) {
        return checked.complete(workflow) ? Severity.ERROR : Severity.GAP;
    }

    private void leaveOut(int link) {
        String message = "child workflow " + signed.workflow(link) + " is not here";
        leftOut.add(new Completeness.Reason(Completeness.Cause.CHILD_LEFT_OUT, workflowOf(link), message));
    }

    private void report(Severity severity, int link, String message) {
        log.add(FindingCode.LINK_MISMATCH, severity, ref(link), workflowOf(link), message);
    }

    private String step(int link) {
        return table.stepIdOf(signed.row(link));
    }

    private String ref(int link) {
        return table.ref(signed.row(link));
    }

    private String workflowOf(int link) {
        return table.workflowIdOf(signed.row(link));
    }
}
