package dev.waybill.view.report;

import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Completeness;
import dev.waybill.receipt.audit.EvidenceGraph;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.KeyUse;
import dev.waybill.receipt.audit.Order;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.audit.WorkflowReport;
import dev.waybill.view.draw.HtmlReport;
import dev.waybill.view.draw.Mark;
import dev.waybill.view.draw.ReportPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// An audit's report as one self-contained page.
public final class ReportPages {

    private static final int LISTED_RECEIPTS = 200;
    private static final int LISTED_REASONS = 5;

    private final AuditReport report;

    private ReportPages(AuditReport report) {
        this.report = report;
    }

    /// @param title what was judged, as the reader knows it
    /// @param footer which program wrote the page
    public static String html(AuditReport report, String title, String footer) {
        return HtmlReport.render(new ReportPages(report).page(title, footer));
    }

    private ReportPage page(String title, String footer) {
        return new ReportPage(
                title,
                verdict(),
                report.headline(),
                remarks(),
                report.counts().total(),
                report.workflows().stream().map(ReportPages::workflow).toList(),
                report.keys().stream().map(KeyUse::issuer).distinct().toList(),
                report.keys().stream().map(this::key).toList(),
                ReportGraph.of(report),
                Math.max(report.findings().size(), total(report.findingCounts())),
                report.findings().stream().map(ReportPages::finding).toList(),
                receipts(),
                footer);
    }

    /// A tick is for what holds and is whole, and for runs that went well.
    private ReportPage.Verdict verdict() {
        return switch (report.verdict()) {
            case BROKEN -> ReportPage.Verdict.BROKEN;
            case INCOMPLETE -> ReportPage.Verdict.INCOMPLETE;
            case VERIFIED -> report.completeness().isComplete() ? outcome() : ReportPage.Verdict.PARTIAL;
        };
    }

    private ReportPage.Verdict outcome() {
        return report.workflows().stream().anyMatch(workflow -> "failed".equals(workflow.status()))
                ? ReportPage.Verdict.FAILED
                : ReportPage.Verdict.VERIFIED;
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        String failed = ReportGraph.failed(report);
        if (!failed.isEmpty()) {
            remarks.add("Failed, as signed: " + failed + ".");
        }
        report.workflows().stream()
                .flatMap(workflow -> ReportEnds.of(workflow).stream())
                .limit(LISTED_REASONS)
                .map(why -> "Ended: " + why + ".")
                .forEach(remarks::add);
        String verdicts = ReportEnds.verdicts(report);
        if (!verdicts.isEmpty()) {
            remarks.add("Verdicts, as signed: " + verdicts + ".");
        }
        report.completeness().reasons().stream()
                .skip(1)
                .limit(LISTED_REASONS)
                .map(Completeness.Reason::message)
                .map(message -> "Partial: " + message + ".")
                .forEach(remarks::add);
        if (report.keysFromBundle()) {
            remarks.add("The keys came with the evidence. They show that nothing was changed since it was signed,"
                    + " not who signed it.");
        }
        report.anchoring().anchors().stream()
                .limit(LISTED_REASONS)
                .map(anchor -> "Anchored: " + anchor.sentence() + " (" + anchor.workflow() + ").")
                .forEach(remarks::add);
        String limits = report.anchoring().sentence();
        if (report.verdict() != Verdict.BROKEN && !limits.isEmpty()) {
            remarks.add("Limits: " + limits + ".");
        }
        return remarks;
    }

    private static long total(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static ReportPage.WorkflowRow workflow(WorkflowReport workflow) {
        String status = workflow.status();
        return new ReportPage.WorkflowRow(
                workflow.workflowId(),
                workflow.workflowId(),
                workflow.receipts(),
                (status == null ? "no summary" : status)
                        + (workflow.complete() ? ", complete" : "")
                        + (workflow.order() == Order.PROVEN ? ", order proven" : ", order not proven"),
                workflow.firstIssuedAt(),
                workflow.lastIssuedAt(),
                workflow.merkleRoot());
    }

    private ReportPage.KeyRow key(KeyUse use) {
        return new ReportPage.KeyRow(
                use.key().kid(),
                use.issuer() + (use.isBound() ? "" : " (not verified)"),
                use.key().thumbprintText(),
                !report.keysFromBundle());
    }

    private static ReportPage.FindingRow finding(Finding finding) {
        return new ReportPage.FindingRow(
                severity(finding.severity()),
                finding.code(),
                Objects.requireNonNullElse(finding.receipt(), ""),
                finding.message(),
                finding.next());
    }

    private static ReportPage.Severity severity(Severity severity) {
        return switch (severity) {
            case ERROR -> ReportPage.Severity.ERROR;
            case GAP, WARNING -> ReportPage.Severity.WARNING;
            case INFO -> ReportPage.Severity.NOTE;
        };
    }

    private List<ReportPage.ReceiptRow> receipts() {
        Map<String, Mark> marks = ReportGraph.marks(report);
        List<ReportPage.ReceiptRow> rows = new ArrayList<>();
        for (EvidenceGraph.Step step : inOrder()) {
            rows.add(new ReportPage.ReceiptRow(
                    step.stepId(),
                    Objects.requireNonNullElse(step.toolName(), ""),
                    step.issuer(),
                    step.keyThumbprint(),
                    step.issuedAt(),
                    step.ref(),
                    ReportGraph.mark(step, marks)));
        }
        return rows;
    }

    /// In the order that chains prove; whatever has none comes behind, as it came in.
    private List<EvidenceGraph.Step> inOrder() {
        Map<String, EvidenceGraph.Step> steps = new LinkedHashMap<>();
        report.workflows().stream()
                .flatMap(workflow -> workflow.sequence().stream())
                .limit(LISTED_RECEIPTS)
                .flatMap(ref -> report.graph().step(ref).stream())
                .forEach(step -> steps.put(step.ref(), step));
        for (EvidenceGraph.Step step : report.graph().steps()) {
            if (steps.size() >= LISTED_RECEIPTS) {
                break;
            }
            steps.putIfAbsent(step.ref(), step);
        }
        return List.copyOf(steps.values());
    }
}
