package dev.waybill.view.draw;

import dev.waybill.view.draw.ReportPage.FindingRow;
import dev.waybill.view.draw.ReportPage.KeyRow;
import dev.waybill.view.draw.ReportPage.ReceiptRow;
import dev.waybill.view.draw.ReportPage.WorkflowRow;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A report as one HTML page that needs nothing else: no network, no script to be read.
/// It can be mailed, archived and printed; its policy forbids the browser to load anything.
public final class HtmlReport {

    private static final int MOST_ROWS = 500;
    private static final int MOST_STEPS = 60;

    private final ReportPage page;
    private final Markup html = new Markup();

    private HtmlReport(ReportPage page) {
        this.page = page;
    }

    public static String render(ReportPage page) {
        return new HtmlReport(page).write();
    }

    private String write() {
        HtmlFrame.head(html, page.verdict().word() + ": " + page.title());
        html.open("body").open("main");
        banner();
        facts();
        findings();
        HtmlFrame.graph(html, "Steps", page.graph(), MOST_STEPS);
        Timeline.write(html, page.graph());
        workflows();
        keys();
        receipts();
        html.open("footer").element("p", page.footer()).close();
        html.close();
        html.open("script").trusted(Resources.text("report.js")).close();
        return html.close().close().line().toString();
    }

    private void banner() {
        HtmlFrame.banner(
                html,
                "Waybill report",
                page.title(),
                page.verdict(),
                page.verdict().word(),
                page.headline(),
                page.remarks());
    }

    private void facts() {
        html.open("dl", "class", "facts");
        fact("Receipts", count(page.receiptTotal()));
        fact("Workflows", count(page.workflows().size()));
        fact("Findings", page.findingTotal() == 0 ? "none" : count(page.findingTotal()));
        fact(page.issuers().size() == 1 ? "Issuer" : "Issuers", issuers());
        fact("Keys", keyOrigins());
        LongSummaryStatistics times = page.workflows().stream()
                .flatMap(workflow -> Stream.of(workflow.from(), workflow.to()))
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .summaryStatistics();
        fact("Time", times.getCount() == 0 ? "not told" : new TimeAxis(times.getMin(), times.getMax()).caption());
        html.close().line();
    }

    private String issuers() {
        List<String> issuers = page.issuers();
        if (issuers.size() > 3) {
            return count(issuers.size());
        }
        return issuers.isEmpty() ? "none" : String.join(", ", issuers);
    }

    private String keyOrigins() {
        long own = page.keys().stream().filter(KeyRow::fromCaller).count();
        long carried = page.keys().size() - own;
        if (carried == 0) {
            return own == 0 ? "none" : count(own) + " given by you";
        }
        return own == 0
                ? count(carried) + " from the bundle, none given by you"
                : count(own) + " given by you, " + count(carried) + " from the bundle";
    }

    private void fact(String name, String value) {
        html.open("div").element("dt", name).element("dd", value).close();
    }

    private void findings() {
        HtmlFrame.section(html, "findings", "Findings");
        if (page.findingTotal() == 0) {
            html.element("p", "Nothing to report.", "class", "caption").close();
            return;
        }
        HtmlTable table =
                new HtmlTable(html, "findings", "Severity", "Code", "Receipt", "What was found", "What to do");
        for (FindingRow finding : first(page.findings())) {
            String severity = finding.severity().name().toLowerCase(Locale.ROOT);
            table.row().badge(severity, severity).code(finding.code()).shortened(finding.receipt());
            table.cell(finding.message()).cell(finding.remedy()).end();
        }
        table.close();
        more(page.findingTotal() - first(page.findings()).size(), "finding");
        html.close().line();
    }

    private void workflows() {
        HtmlFrame.section(html, "workflows", "Workflows");
        HtmlTable table = new HtmlTable(
                html, "workflows", "Workflow", "Steps", "Summary", "Began (UTC)", "Ended (UTC)", "Merkle root");
        for (WorkflowRow workflow : first(page.workflows())) {
            table.row()
                    .named(workflow.title(), workflow.id())
                    .number(workflow.steps())
                    .cell(workflow.summary());
            table.time(workflow.from())
                    .time(workflow.to())
                    .shortened(orNone(workflow.merkleRoot()))
                    .end();
        }
        table.close();
        more(page.workflows().size() - first(page.workflows()).size(), "workflow");
        html.close().line();
    }

    private void keys() {
        HtmlFrame.section(html, "keys", "Keys");
        HtmlTable table = new HtmlTable(html, "keys", "Key", "Issuer", "Thumbprint", "Given by");
        for (KeyRow key : first(page.keys())) {
            table.row().code(key.id()).cell(key.issuer()).code(key.thumbprint());
            table.badge(key.fromCaller() ? "caller" : "carried", key.fromCaller() ? "you" : "the bundle")
                    .end();
        }
        table.close();
        more(page.keys().size() - first(page.keys()).size(), "key");
        if (page.keys().stream().anyMatch(key -> !key.fromCaller())) {
            html.element(
                    "p",
                    "A key from the bundle shows that the receipts belong together. Only you can tell who holds it:"
                            + " compare the thumbprint with one you trust.",
                    "class",
                    "caption");
        }
        html.close().line();
    }

    private void receipts() {
        HtmlFrame.section(html, "receipts", "Receipts");
        HtmlTable table =
                new HtmlTable(html, "receipts", "Step", "Tool", "Issuer", "Key", "Time (UTC)", "Reference", "Mark");
        for (ReceiptRow receipt : first(page.receipts())) {
            table.row()
                    .code(receipt.step())
                    .cell(receipt.tool())
                    .cell(receipt.issuer())
                    .code(receipt.key());
            table.time(receipt.time()).shortened(receipt.ref());
            table.badge(receipt.mark().word(), receipt.mark().word()).end();
        }
        table.close();
        more(page.receiptTotal() - first(page.receipts()).size(), "receipt");
        html.close().line();
    }

    /// A page of a hundred thousand rows opens in no browser.
    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(all.size(), MOST_ROWS));
    }

    private void more(long hidden, String noun) {
        if (hidden > 0) {
            html.element("p", "… " + Excerpt.counted(hidden, noun) + " not listed", "class", "caption");
        }
    }

    private static String orNone(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
