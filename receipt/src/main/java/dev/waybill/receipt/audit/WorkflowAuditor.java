package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.merkle.InclusionProof;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Judges a whole set of receipts, offline: each receipt by itself, each workflow as a graph and a chain,
/// the set against its summaries, and the workflows against each other.
///
/// The same input gives the same report, byte for byte, and the order of the input decides neither the
/// verdict nor a finding. One auditor judges one set.
public final class WorkflowAuditor {

    private static final int LISTED_KEYS = 1_000;

    private final ReceiptVerifier verifier;
    private final AuditOptions options;
    private final FindingLog log = new FindingLog();
    private final AuditedSet set;
    private @Nullable Map<Digest, InclusionProof> proofs;

    public WorkflowAuditor(KeySet keys, AuditOptions options) {
        this.verifier =
                new ReceiptVerifier(keys, new VerifierOptions(options.now(), options.skewSeconds(), true, null));
        this.options = options;
        this.set = new AuditedSet(options, log);
    }

    /// Reads all receipts of a source and judges them together.
    public AuditReport audit(ReceiptSource source) throws IOException {
        new Intake(verifier, options.parallelism()).run(source, set::take);
        source.problems().forEach(log::add);
        set.take(source.judgedElsewhere());
        return judge();
    }

    /// Judges receipts that have passed the gate already.
    AuditReport judge(Stream<Presented.Judged> receipts) {
        receipts.forEach(set::take);
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

    private AuditReport judge() {
        set.settle();
        ReceiptTable table = set.table();
        var rows = new RowsByWorkflow(table);
        var summary = new SummaryCheck(table, rows, set.summaries(), log, options);
        var times = new TimeCheck(table, log, set.clockSteps(), options.skewSeconds());
        var links = new LinkCheck(table, log, times);
        var graph = new GraphCheck(table, log);
        summary.run(proofs == null, times);
        graph.run();
        new ReceiptIdCheck(table, log).run();
        new StepCheck(table, log).run();
        set.contradictions(summary, proofs == null);
        if (proofs == null) {
            judgeWhole(table, rows, summary);
        } else {
            new ChainCheck(table, log).runOnSelection();
            new DisclosureCheck(table, rows, set.summaries(), log, proofs).run();
        }
        times.run(graph.withoutOrder());
        links.run();
        set.remarks(summary);
        return report(rows, summary, links);
    }

    /// What can be asked only of a set that should be whole.
    private void judgeWhole(ReceiptTable table, RowsByWorkflow rows, SummaryCheck summary) {
        new ParentCheck(table, log).run();
        new ChainCheck(table, log)
                .run((digest, workflow) -> summary.knownAbsent(digest, workflow) || set.isUnproven(digest));
        new StepNumbers(table, rows, summary, log).run();
    }

    private AuditReport report(RowsByWorkflow rows, SummaryCheck summary, LinkCheck links) {
        ReceiptTable table = set.table();
        return new AuditReport(
                log.verdict(),
                set.counts(),
                log.listed(),
                log.countByCode(),
                log.serious(),
                new WorkflowReports(table, rows, set.summaries(), summary).list(),
                table.keys().sorted().stream().limit(LISTED_KEYS).toList(),
                options.keysFromBundle(),
                new EvidenceGraph(table, links.links(), set.summaries()));
    }
}
