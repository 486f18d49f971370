package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The receipts of a set as they come in, each judged by itself: what holds is remembered for the checks
/// of the whole, what does not is a finding.
final class AuditedSet {

    private final AuditOptions options;
    private final FindingLog log;
    private final ReceiptTable table;
    private final Summaries summaries = new Summaries();
    private final AuditCounts counts = new AuditCounts();
    private final ClockSteps clockSteps = new ClockSteps();
    private final SignedLinks links = new SignedLinks();
    private final AttemptCheck attempts = new AttemptCheck();
    private final ToolCallCheck calls = new ToolCallCheck();
    private final IdTimes idTimes;
    private final Digests unproven = new Digests(16);
    private final IntColumn expiredRows = new IntColumn(16);
    private final LongColumn expiredAt = new LongColumn(16);
    private final RevocationCheck revocations;

    AuditedSet(AuditOptions options, FindingLog log) {
        this.options = options;
        this.log = log;
        this.table = new ReceiptTable(options.expectedReceipts());
        this.idTimes = new IdTimes(options.skewSeconds());
        this.revocations = new RevocationCheck(counts, log);
    }

    ReceiptTable table() {
        return table;
    }

    Summaries summaries() {
        return summaries;
    }

    AuditCounts counts() {
        return counts;
    }

    RevocationCheck revocations() {
        return revocations;
    }

    ClockSteps clockSteps() {
        return clockSteps;
    }

    SignedLinks links() {
        return links;
    }

    /// Whether a receipt is here that could not be judged: without its key, or dated in the future.
    boolean isUnproven(Digest digest) {
        return unproven.find(digest) != HashSlots.EMPTY;
    }

    void take(Presented.Judged judged) {
        counts.total++;
        switch (judged.check()) {
            case ReceiptCheck.Invalid invalid -> {
                log.addInvalid(invalid.code(), invalid.ref().toString(), invalid.message());
                if (FindingLog.severity(invalid.code()) == Severity.GAP) {
                    unproven.intern(invalid.ref());
                }
            }
            case ReceiptCheck.Valid valid -> {
                counts.valid++;
                take(valid, judged.disclosure());
            }
        }
    }

    private void take(ReceiptCheck.Valid valid, @Nullable String disclosure) {
        Receipt receipt = valid.receipt();
        WorkflowSummary summary = receipt.summary();
        WorkflowContext context = receipt.workflow();
        int signer = table.keys().count(valid.key(), receipt.issuer());
        revocations.take(valid);
        if (summary != null) {
            counts.summaries++;
            summaries.add(receipt, summary);
        }
        if (context != null) {
            add(receipt, disclosed(receipt, context, disclosure), signer);
            return;
        }
        if (disclosure != null) {
            String message = "the receipt withholds nothing, so no text may follow it";
            log.add(FindingCode.DISCLOSURE_INVALID, receipt.ref().toString(), null, message);
        }
        if (summary == null) {
            counts.outsideWorkflows++;
            Long expiry = expiry(receipt);
            if (expiry != null) {
                reportExpired(Severity.GAP, receipt.ref().toString(), null, expiry);
            }
        }
    }

    private WorkflowContext disclosed(Receipt receipt, WorkflowContext context, @Nullable String disclosure) {
        if (disclosure == null) {
            return context;
        }
        try {
            return Redactable.reveal(receipt, disclosure);
        } catch (Rejected e) {
            String workflow = context.workflowId().value();
            log.add(FindingCode.DISCLOSURE_INVALID, receipt.ref().toString(), workflow, e.getMessage());
            return context;
        }
    }

    private void add(Receipt receipt, WorkflowContext context, int signer) {
        int known = table.rowOf(receipt.ref());
        if (known == ReceiptTable.NONE) {
            Long expiry = expiry(receipt);
            if (expiry != null) {
                expiredRows.add(table.size());
                expiredAt.add(expiry);
            }
            JsonObject step =
                    receipt.extensions().object(ReceiptDraft.STEP_TYPE).orElse(JsonObject.EMPTY);
            clockSteps.take(step, context.workflowId().value());
            links.take(table.size(), step);
            attempts.take(table.size(), context.workflowId().value(), step);
            calls.take(table.size(), receipt);
            idTimes.take(table.size(), receipt, context);
            table.add(receipt, context, signer);
            return;
        }
        counts.duplicates++;
        String workflow = context.workflowId().value();
        log.add(FindingCode.DUPLICATE_RECEIPT, receipt.ref().toString(), workflow, "this receipt appears again");
        List<StepId> parents = context.parentStepIds();
        if (parents != null) {
            // One copy may be redacted and the other not: what is known is known.
            table.reveal(known, parents);
        }
    }

    private @Nullable Long expiry(Receipt receipt) {
        Long expiry = receipt.expiresAt();
        return expiry != null && expiry < options.now() - options.skewSeconds() ? expiry : null;
    }

    private void reportExpired(Severity severity, String ref, @Nullable String workflow, long expiry) {
        String message = "the receipt expired at " + Instant.ofEpochSecond(expiry);
        log.add(FindingCode.RECEIPT_EXPIRED, severity, ref, workflow, message);
    }

    /// Where what receipts sign contradicts itself.
    ///
    /// @param whole whether the receipts claim to be more than a selection
    void contradictions(SummaryCheck summary, boolean whole) {
        if (whole) {
            attempts.run(table, summary, log);
        }
        calls.run(table, log);
        idTimes.run(table, clockSteps, log);
    }

    /// To be called once, after the last receipt.
    void settle() {
        table.settle();
        summaries.settle();
        counts.workflows = table.workflowCount();
    }

    /// Counts receipts that a container judged by rules of its own.
    void take(ReceiptSource.JudgedElsewhere elsewhere) {
        counts.total += elsewhere.receipts();
        counts.valid += elsewhere.accepted();
        counts.outsideWorkflows +=
                elsewhere.accepted() - elsewhere.ofWorkflows().size();
        elsewhere.ofWorkflows().forEach(valid -> take(valid, null));
    }

    /// Compares what a container says about its workflows with those that are here. Where a receipt does not hold,
    /// nobody can tell of which workflow it is.
    void compare(ReceiptSource.Announced announced) {
        if (counts.invalid() > 0) {
            return;
        }
        for (String id : announced.workflows()) {
            if (table.findWorkflow(id) == ReceiptTable.NONE) {
                String message = "the manifest lists workflow " + id + ", of which no receipt is here";
                log.add(FindingCode.MANIFEST_MISMATCH, null, null, message);
            }
        }
        for (int workflow = 0; announced.all() && workflow < table.workflowCount(); workflow++) {
            String id = table.workflowId(workflow);
            if (!announced.workflows().contains(id)) {
                String message = "workflow " + id + " is here, and the manifest does not list it";
                log.add(FindingCode.MANIFEST_MISMATCH, null, id, message);
            }
        }
    }

    /// What a reader should know about the set as a whole.
    void remarks(SummaryCheck summary, KeySet given) {
        if (counts.total == 0 && log.verdict() != Verdict.BROKEN) {
            log.add(FindingCode.NO_RECEIPTS, null, null, "there are no receipts in the input");
        }
        for (int i = 0; i < expiredRows.size(); i++) {
            int row = expiredRows.get(i);
            boolean vouched = summary.vouchedUntil(table.workflow(row), expiredAt.get(i));
            Severity severity = vouched ? Severity.WARNING : Severity.GAP;
            reportExpired(severity, table.ref(row), table.workflowIdOf(row), expiredAt.get(i));
        }
        if (options.keysFromBundle() && counts.valid > 0) {
            log.add(
                    FindingCode.KEYS_FROM_BUNDLE,
                    null,
                    null,
                    "the keys came with the receipts: they prove that nothing was changed, not who signed");
        }
        remarkWithheld();
        table.keys().report(given, options.keysFromBundle(), log);
    }

    private void remarkWithheld() {
        int withheld = 0;
        for (int row = 0; row < table.size(); row++) {
            withheld += table.parents().withheld(row) ? 1 : 0;
        }
        if (withheld > 0) {
            log.add(FindingCode.PARENTS_WITHHELD, null, null, "receipts that withhold their parents: " + withheld);
        }
    }
}
