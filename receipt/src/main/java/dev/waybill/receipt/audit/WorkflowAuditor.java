package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Judges a whole set of receipts, offline: each receipt by itself, each workflow as a graph and a chain,
/// the set against its summaries, and the workflows against each other.
///
/// The same input gives the same report, byte for byte. One auditor judges one set.
public final class WorkflowAuditor {

    private static final int MAX_SUMMARIES = 50_000;

    private final ReceiptVerifier verifier;
    private final AuditOptions options;
    private final ReceiptTable table;
    private final Summaries summaries = new Summaries();
    private final FindingLog log = new FindingLog();
    private final AuditCounts counts = new AuditCounts();
    private int summaryCount;
    private int withheld;
    private @Nullable Map<Digest, InclusionProof> proofs;

    public WorkflowAuditor(KeySet keys, AuditOptions options) {
        this.verifier =
                new ReceiptVerifier(keys, new VerifierOptions(options.now(), options.skewSeconds(), true, null));
        this.options = options;
        this.table = new ReceiptTable(options.expectedReceipts());
    }

    /// Reads all receipts of a source and judges them together.
    public AuditReport audit(ReceiptSource source) throws IOException {
        new Intake(verifier, options.parallelism()).run(source, this::take);
        source.problems().forEach(log::add);
        counts.total += source.judgedElsewhere().receipts();
        counts.valid += source.judgedElsewhere().accepted();
        return judge();
    }

    /// Takes a finding of whoever opened the container, so that it counts for the verdict.
    public WorkflowAuditor with(Finding finding) {
        log.add(finding);
        return this;
    }

    /// Judges a selection: the receipts need not be all of their workflow, but each must be proven to be
    /// one of those that the summary commits to.
    public WorkflowAuditor disclosing(Map<Digest, InclusionProof> inclusionProofs) {
        proofs = inclusionProofs;
        return this;
    }

    private void take(Presented.Judged judged) {
        counts.total++;
        switch (judged.check()) {
            case ReceiptCheck.Invalid invalid ->
                log.addInvalid(invalid.code(), invalid.ref().toString(), invalid.message());
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
        if (summary != null && summaryCount++ < MAX_SUMMARIES) {
            summaries.add(receipt, summary);
        }
        if (context != null) {
            add(valid, disclosed(receipt, context, disclosure));
        }
        counts.summaries += summary == null ? 0 : 1;
        counts.outsideWorkflows += summary == null && context == null ? 1 : 0;
    }

    private WorkflowContext disclosed(Receipt receipt, WorkflowContext context, @Nullable String disclosure) {
        if (disclosure == null) {
            return context;
        }
        try {
            return Redactable.reveal(receipt, disclosure);
        } catch (Rejected e) {
            log.add(
                    FindingCode.DISCLOSURE_INVALID,
                    receipt.ref().toString(),
                    context.workflowId().value(),
                    e.getMessage());
            return context;
        }
    }

    private void add(ReceiptCheck.Valid valid, WorkflowContext context) {
        Receipt receipt = valid.receipt();
        String workflow = context.workflowId().value();
        int sameId = table.ids().find(receipt.id());
        int row = table.add(receipt, context, valid.key());
        if (row == ReceiptTable.NONE) {
            counts.duplicates++;
            log.add(FindingCode.DUPLICATE_RECEIPT, receipt.ref().toString(), workflow, "this receipt appears again");
            return;
        }
        withheld += table.parentsWithheld(row) ? 1 : 0;
        if (sameId != ReceiptTable.NONE && table.key(sameId).issuer().equals(receipt.issuer())) {
            log.add(
                    FindingCode.RECEIPT_ID_REUSED,
                    receipt.ref().toString(),
                    workflow,
                    "id " + receipt.id() + " names this receipt and " + table.ref(sameId));
        }
    }

    private AuditReport judge() {
        var rows = new RowsByWorkflow(table);
        var summary = new SummaryCheck(table, rows, summaries, log, options);
        var times = new TimeCheck(table, log, options.skewSeconds());
        var links = new LinkCheck(table, log, times);
        var graph = new GraphCheck(table, log);
        if (proofs == null) {
            summary.run();
            graph.run();
            new ChainCheck(table, log).run(summary::knownAbsent);
            new StepCheck(table, log).run();
        } else {
            new DisclosureCheck(table, summaries, log, proofs).run();
        }
        times.run(graph.withoutOrder());
        links.run();
        remarks();
        return new AuditReport(
                log.verdict(),
                counts,
                log.listed(),
                log.countByCode(),
                new WorkflowReports(table, rows, summaries, summary).list(),
                table.keys(),
                options.keysFromBundle(),
                new EvidenceGraph(table, links.links()));
    }

    private void remarks() {
        if (counts.total == 0 && log.verdict() == Verdict.VERIFIED) {
            log.add(FindingCode.NO_RECEIPTS, null, null, "there are no receipts in the input");
        }
        if (withheld > 0) {
            log.add(FindingCode.PARENTS_WITHHELD, null, null, withheld + " receipts withhold their parents");
        }
        if (options.keysFromBundle() && counts.valid > 0) {
            log.add(
                    FindingCode.KEYS_FROM_BUNDLE,
                    null,
                    null,
                    "the keys came with the receipts: they prove that nothing was changed, not who signed");
        }
        Map<String, String> issuerOfKey = new LinkedHashMap<>();
        TreeSet<String> selfAsserted = new TreeSet<>();
        for (KeyUse use : table.keys()) {
            String other = issuerOfKey.putIfAbsent(use.key().thumbprintText(), use.issuer());
            if (other != null && !other.equals(use.issuer())) {
                log.add(
                        FindingCode.KEY_SHARED,
                        null,
                        null,
                        use.key() + " signed for " + other + " and for " + use.issuer());
            }
            if (ReceiptIssuer.isSelfAsserted(use.issuer())) {
                selfAsserted.add(use.issuer());
            }
        }
        selfAsserted.forEach(issuer -> log.add(
                FindingCode.ISSUER_SELF_ASSERTED, null, null, issuer + " is named after its key and nothing else"));
    }
}
