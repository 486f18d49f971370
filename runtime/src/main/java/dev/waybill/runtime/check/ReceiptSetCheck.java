package dev.waybill.runtime.check;

import dev.waybill.base.Digest;
import dev.waybill.engine.attest.Attestation;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.FindingCode;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.code.Code;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Judges a run's receipts as a set, as an auditor elsewhere would, and the rows in which they lie. Pruned runs are
/// judged, too: their receipts are what remains.
final class ReceiptSetCheck {

    /// Most runs are small, and tables grow.
    private static final int FEW = 16;

    private final ReceiptIssuers issuers;
    private final Instant now;
    private final Tally tally;
    private final StoredRun run;
    private final RunId id;
    private final ReceiptCursor steps;
    private final ReceiptCursor summaries;
    private long expected;
    private long summed;

    ReceiptSetCheck(RunStore store, ReceiptIssuers issuers, Instant now, Tally tally, StoredRun run) {
        this.issuers = issuers;
        this.now = now;
        this.tally = tally;
        this.run = run;
        this.id = run.header().runId();
        this.steps = new ReceiptCursor(store, run, StoredReceipt.Kind.STEP);
        this.summaries = new ReceiptCursor(store, run, StoredReceipt.Kind.SUMMARY);
    }

    void run() {
        AuditReport report = audit();
        if (expected == 0 && Attestation.opens(run.header())) {
            tally.find(FsckCode.RECEIPT_MISSING, id, StoredReceipt.CREATION, "nothing signs for the run's creation");
        }
        boolean ended = run.projection().status().isTerminal() && Attestation.opens(run.header());
        if (ended && run.pruned() && summed == 0) {
            tally.find(FsckCode.SUMMARY_MISSING, id, null, "the run has ended and nothing sums it up");
        }
        boolean judged = expected + summed > 0;
        if (judged && report.findingCounts().containsKey(Code.E_KEY_NOT_FOUND.name())) {
            tally.find(FsckCode.KEY_UNKNOWN, id, null, "some of its receipts are signed with a key that is not known");
        } else if (judged) {
            report.findings().stream().filter(this::counts).forEach(this::tell);
        }
    }

    private AuditReport audit() {
        try {
            AuditOptions options = AuditOptions.at(now.getEpochSecond()).withExpectedReceipts(FEW);
            return new WorkflowAuditor(issuers.publicKeys(), options).audit(this::next);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte @Nullable [] next() {
        StoredReceipt step = steps.next();
        if (step != null) {
            expected = taken(step, expected);
            return step.bytes();
        }
        StoredReceipt summary = summaries.next();
        if (summary == null) {
            return null;
        }
        summed = taken(summary, summed);
        return summary.bytes();
    }

    private long taken(StoredReceipt receipt, long index) {
        tally.receipts++;
        if (receipt.index() != index) {
            tally.find(
                    FsckCode.RECEIPTS_NOT_DENSE,
                    id,
                    receipt.sequence(),
                    "expected receipt %d, found %d".formatted(index, receipt.index()));
        }
        if (!Digest.of(receipt.bytes()).equals(receipt.ref())) {
            tally.find(
                    FsckCode.RECEIPT_INVALID,
                    id,
                    receipt.sequence(),
                    "receipt %d is kept as %s, but its bytes are not".formatted(receipt.index(), receipt.ref()));
        }
        return receipt.index() + 1;
    }

    /// What an auditor elsewhere could only miss is damage here, where everything should be.
    private boolean counts(Finding finding) {
        return finding.severity() == Severity.ERROR
                || (finding.severity() == Severity.GAP && !finding.code().equals(FindingCode.RECEIPT_EXPIRED.name()));
    }

    private void tell(Finding finding) {
        tally.find(FsckCode.RECEIPT_INVALID, id, null, finding.code() + ": " + finding.message());
    }
}
