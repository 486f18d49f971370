package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.anchor.TimestampAuthorities;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.merkle.InclusionProof;
import java.io.IOException;
import java.util.List;
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

    private final KeySet keys;
    private final VerifierOptions single;
    private final AuditOptions options;
    private final FindingLog log = new FindingLog();
    private final AuditedSet set;
    private @Nullable Map<Digest, InclusionProof> proofs;
    private List<Anchor> anchors = List.of();
    private TimestampAuthorities authorities = TimestampAuthorities.NONE;

    public WorkflowAuditor(KeySet keys, AuditOptions options) {
        this.keys = keys;
        this.single = new VerifierOptions(options.now(), options.skewSeconds(), true, null, false);
        this.options = options;
        this.set = new AuditedSet(options, log);
    }

    /// Reads all receipts of a source and judges them together.
    public AuditReport audit(ReceiptSource source) throws IOException {
        new Intake(new ReceiptVerifier(keys, single.askingAnchors()), options.parallelism()).run(source, set::take);
        source.problems().forEach(log::add);
        set.take(source.judgedElsewhere());
        set.compare(source.announced());
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

    /// Judges the set against what others hold of it.
    public WorkflowAuditor anchoredBy(List<Anchor> anchorsOfOthers, TimestampAuthorities trusted) {
        anchors = List.copyOf(anchorsOfOthers);
        authorities = trusted;
        return this;
    }

    private AuditReport judge() {
        var anchoring = new AnchorCheck(keys, single, authorities, log);
        anchoring.take(anchors, set.summaries(), set.table());
        set.settle();
        ReceiptTable table = set.table();
        boolean whole = proofs == null;
        var rows = new RowsByWorkflow(table);
        var sequences = new Sequences(table, rows);
        set.revocations().run(table, sequences, anchoring.held());
        var summary = new SummaryCheck(table, rows, sequences, set.summaries(), log, options);
        var times = new TimeCheck(table, log, set.clockSteps(), options.skewSeconds());
        var links = new LinkCheck(table, log, times);
        var graph = new GraphCheck(table, log);
        summary.run(whole, times);
        graph.run();
        new ReceiptIdCheck(table, log).run();
        new StepCheck(table, log).run();
        set.contradictions(summary, whole);
        judgeExtent(table, rows, summary);
        times.run(graph.withoutOrder());
        links.run();
        var leftOut = new HandOverCheck(table, set.links(), links, set.summaries(), summary, sequences, log).run(whole);
        set.remarks(summary, keys);
        Completeness completeness = new CompletenessCheck(table, rows, set.summaries(), summary)
                .run(!whole, set.counts(), leftOut, log.verdict());
        require(completeness);
        return report(
                rows,
                sequences,
                summary,
                links,
                completeness,
                anchoring.reach(table, sequences, rows, options.keysFromBundle()));
    }

    /// What can be asked only of a set that should be whole, or only of a selection.
    private void judgeExtent(ReceiptTable table, RowsByWorkflow rows, SummaryCheck summary) {
        var chain = new ChainCheck(table, log);
        if (proofs != null) {
            chain.runOnSelection();
            new DisclosureCheck(table, rows, set.summaries(), log, proofs).run();
            return;
        }
        new ParentCheck(table, log).run();
        chain.run((digest, workflow) -> summary.knownAbsent(digest, workflow) || set.isUnproven(digest));
        new StepNumbers(table, rows, summary, log).run();
    }

    private void require(Completeness completeness) {
        if (options.requireComplete() && !completeness.isComplete()) {
            log.add(FindingCode.COMPLETENESS_REQUIRED, null, null, completeness.sentence());
        }
    }

    private AuditReport report(
            RowsByWorkflow rows,
            Sequences sequences,
            SummaryCheck summary,
            LinkCheck links,
            Completeness completeness,
            Anchoring anchoring) {
        ReceiptTable table = set.table();
        return new AuditReport(
                log.verdict(),
                completeness,
                set.counts(),
                log.listed(),
                log.countByCode(),
                log.serious(),
                new WorkflowReports(table, rows, sequences, set.summaries(), summary).list(),
                table.keys().listed().stream().limit(LISTED_KEYS).toList(),
                options.keysFromBundle(),
                anchoring,
                new EvidenceGraph(table, links.links(), set.summaries()));
    }
}
