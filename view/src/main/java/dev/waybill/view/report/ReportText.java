package dev.waybill.view.report;

import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Completeness;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.KeyUse;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.audit.WorkflowReport;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An audit's report on one screen: the verdict first, then what supports it, then what to do.
public final class ReportText {

    private static final int LISTED_WORKFLOWS = 10;
    private static final int LISTED_PER_CODE = 3;
    private static final int LISTED_REASONS = 5;
    private static final int LISTED_STEPS = 12;

    private final AuditReport report;
    private final PrintStream out;
    private final Ansi ansi;
    private final boolean unicode;

    public ReportText(AuditReport report, PrintStream out, Surface surface) {
        this.report = report;
        this.out = out;
        this.ansi = surface.ansi();
        this.unicode = surface.unicode();
    }

    public void print() {
        verdict();
        report.workflows().stream().limit(LISTED_WORKFLOWS).forEach(this::workflow);
        if (report.workflows().size() > LISTED_WORKFLOWS) {
            field("", "and " + (report.workflows().size() - LISTED_WORKFLOWS) + " more workflows");
        }
        String failed = ReportGraph.failed(report);
        if (!failed.isEmpty()) {
            field("failed", ansi.paint(Style.BAD, SafeText.of(failed)));
        }
        String verdicts = ReportEnds.verdicts(report);
        if (!verdicts.isEmpty()) {
            field("verdicts", SafeText.of(verdicts));
        }
        report.keys().stream().limit(LISTED_WORKFLOWS).forEach(this::key);
        partial();
        anchoring();
        findings();
    }

    private void verdict() {
        Verdict verdict = report.verdict();
        boolean whole = report.completeness().isComplete();
        Style style = verdict == Verdict.BROKEN ? Style.BAD : whole ? Style.GOOD : Style.WARNING;
        String sign = !unicode ? "" : verdict == Verdict.BROKEN ? "✘ " : whole ? "✔ " : "◌ ";
        out.println(ansi.paint(style, sign + verdict.name()) + "  " + report.headline());
    }

    private void workflow(WorkflowReport workflow) {
        field(
                "workflow",
                SafeText.of(workflow.workflowId()) + "  " + Count.of(workflow.receipts(), "receipt") + ", "
                        + Instant.ofEpochSecond(workflow.firstIssuedAt()) + span(workflow));
        field("summary", summary(workflow));
        ReportEnds.of(workflow).ifPresent(why -> field("ended", ansi.paint(Style.BAD, SafeText.of(why))));
        field("order", order(workflow));
    }

    /// The sequence itself is for the graph and for `--json`; here is whether it is proven, and how it goes.
    private String order(WorkflowReport workflow) {
        return switch (workflow.order()) {
            case PROVEN ->
                (workflow.complete()
                                ? "proven, one chain from root to tip: "
                                : "proven as far as it is here, one chain from the root: ")
                        + sequence(workflow);
            case PIECES -> "not proven, " + Count.of(workflow.chains(), "chain") + " where one should be";
            case NONE -> "not proven, no receipt names the one before it";
        };
    }

    private String sequence(WorkflowReport workflow) {
        List<String> labels = workflow.sequence().stream()
                .limit(LISTED_STEPS)
                .flatMap(ref -> report.graph().step(ref).stream())
                .map(step -> SafeText.of(ReportGraph.label(step)))
                .toList();
        String arrow = unicode ? " → " : " -> ";
        int more = workflow.receipts() - labels.size();
        return String.join(arrow, labels) + (more > 0 ? arrow + more + " more" : "");
    }

    private static String span(WorkflowReport workflow) {
        long seconds = workflow.lastIssuedAt() - workflow.firstIssuedAt();
        return seconds == 0 ? "" : " + " + seconds + " s";
    }

    private static String summary(WorkflowReport workflow) {
        String status = workflow.status();
        if (status == null) {
            return "none: nothing signed says how many receipts there should be";
        }
        String commits = switch (workflow.commitment()) {
            case "merkle" -> "commits by Merkle root";
            case "refs" -> "commits by list";
            case "ids" -> "commits by id only; contents not bound";
            default -> "commits by list and Merkle root";
        };
        return status + ", " + commits + (workflow.complete() ? " to exactly these receipts" : "");
    }

    private void key(KeyUse use) {
        field(
                "key",
                SafeText.of(use.key().kid()) + " of " + SafeText.of(use.issuer()) + "  "
                        + Count.of(use.receipts(), "receipt") + ", " + whose(use));
    }

    private String whose(KeyUse use) {
        return report.keysFromBundle()
                ? "key from the evidence itself"
                : use.isBound() ? "key from you" : "signature valid, issuer not verified";
    }

    /// The headline tells the first reason; of several, each is told with its workflow.
    private void partial() {
        Completeness completeness = report.completeness();
        if (completeness.count() == 1) {
            return;
        }
        completeness.reasons().stream()
                .limit(LISTED_REASONS)
                .forEach(reason -> field("partial", SafeText.of(reason.message()) + of(reason.workflow())));
        if (completeness.count() > LISTED_REASONS) {
            field("", "and " + (completeness.count() - LISTED_REASONS) + " more reasons; --json lists them");
        }
    }

    private static String of(@Nullable String workflow) {
        return workflow == null ? "" : "  (" + SafeText.of(workflow) + ")";
    }

    private void anchoring() {
        report.anchoring().anchors().stream()
                .limit(LISTED_WORKFLOWS)
                .forEach(anchor -> field("anchor", SafeText.of(anchor.sentence()) + of(anchor.workflow())));
        String limits = report.anchoring().sentence();
        if (report.verdict() != Verdict.BROKEN && !limits.isEmpty()) {
            field("limits", limits);
        }
    }

    private void field(String name, String text) {
        out.println("  " + ansi.paint(Style.DIM, String.format("%-9s", name)) + text);
    }

    private void findings() {
        Map<String, List<Finding>> byCode = new LinkedHashMap<>();
        report.findings()
                .forEach(finding ->
                        byCode.merge(finding.code() + finding.severity(), List.of(finding), ReportText::both));
        byCode.values().forEach(this::findings);
    }

    private static List<Finding> both(List<Finding> a, List<Finding> b) {
        return java.util.stream.Stream.concat(a.stream(), b.stream()).toList();
    }

    private void findings(List<Finding> same) {
        Finding first = same.getFirst();
        long count = Math.max(same.size(), report.findingCounts().getOrDefault(first.code(), 0L));
        out.println();
        out.println(ansi.paint(style(first.severity()), first.severity().wire()) + " "
                + ansi.paint(Style.STRONG, first.code()) + (count > 1 ? " (" + count + ")" : ""));
        same.stream()
                .limit(LISTED_PER_CODE)
                .forEach(finding -> out.println("  " + SafeText.of(finding.message()) + where(finding.receipt())));
        if (count > LISTED_PER_CODE) {
            out.println("  … and " + (count - LISTED_PER_CODE) + " more; --json lists them");
        }
        out.println("  " + ansi.paint(Style.ACCENT, "next: ") + first.next());
    }

    private static String where(@Nullable String receipt) {
        return receipt == null ? "" : "\n    in " + receipt;
    }

    private static Style style(Severity severity) {
        return switch (severity) {
            case ERROR -> Style.BAD;
            case GAP, WARNING -> Style.WARNING;
            case INFO -> Style.ACCENT;
        };
    }
}
