package dev.waybill.view.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.view.draw.ReportPage.FindingRow;
import dev.waybill.view.draw.ReportPage.KeyRow;
import dev.waybill.view.draw.ReportPage.ReceiptRow;
import dev.waybill.view.draw.ReportPage.Severity;
import dev.waybill.view.draw.ReportPage.Verdict;
import dev.waybill.view.draw.ReportPage.WorkflowRow;
import dev.waybill.view.text.SafeText;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class HtmlReportTest {

    /// Our pages close every element, so an XML parser can judge them.
    private static Document parse(String html) {
        return Xml.parse(html.replaceFirst("<!doctype html>", ""));
    }

    @Test
    void theVerdictIsInWords() {
        assertThat(HtmlReport.render(SamplePages.verified()))
                .contains("<title>Verified: desk-purchase.waybill</title>", "7 of 7 receipts valid");
        assertThat(HtmlReport.render(SamplePages.incomplete()))
                .contains("class=\"verdict incomplete\"", ">Incomplete<", "7 of 8 receipts present");
    }

    @Test
    void whatIsPartialGetsNoTick() {
        String page = HtmlReport.render(SamplePages.partial());
        assertThat(page).contains("class=\"verdict partial\"", ">Verified, partial<", "no summary");
        assertThat(page).doesNotContain("class=\"verdict verified\"", "M15 25l7 7 12-15");
    }

    @Test
    void itSaysWhereTheKeysCameFrom() {
        assertThat(HtmlReport.render(SamplePages.verified())).contains("1 given by you");
        assertThat(HtmlReport.render(SamplePages.incomplete()))
                .contains("1 from the bundle, none given by you", "compare the thumbprint with one you trust");
    }

    @Test
    void aFindingSaysWhatToDo() {
        assertThat(HtmlReport.render(SamplePages.incomplete()))
                .contains("E_WORKFLOW_PARENT_NOT_FOUND", "Ask the issuer for the receipt of step_01HXLOST");
    }

    @Test
    void aShortReferenceKeepsItsFullValue() {
        ReceiptRow receipt = SamplePages.verified().receipts().getFirst();
        assertThat(HtmlReport.render(SamplePages.verified()))
                .contains("<code title=\"" + receipt.ref() + "\">sha256:6e340…");
    }

    @Test
    void thePolicyForbidsEveryRequestAndThePageMakesNone() {
        String html = HtmlReport.render(SamplePages.incomplete());
        Document page = parse(html);
        assertThat(Xml.elements(page, "meta").get(1).getAttribute("content"))
                .isEqualTo("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:");
        assertThat(html).doesNotContain("src=", "href=", "url(", "@import", "fetch(");
    }

    @Test
    void noTextBecomesMarkup() {
        for (String text : Hostile.LABELS) {
            Document page = parse(HtmlReport.render(hostile(text)));
            assertThat(Xml.elements(page, "script")).hasSize(1);
            assertThat(Xml.elements(page, "style")).hasSize(2);
            assertThat(Xml.elements(page, "img")).isEmpty();
            assertThat(Xml.elements(page, "h1").getFirst().getTextContent()).isEqualTo(SafeText.of(text));
        }
    }

    @Test
    void theTimelineHasOneTrackPerWorkflow() {
        Document page = parse(HtmlReport.render(SamplePages.verified()));
        List<Element> divs = Xml.elements(page, "div");
        assertThat(divs.stream().filter(div -> div.getAttribute("class").equals("track")))
                .hasSize(2);
        assertThat(Xml.elements(page, "i")).hasSize(7);
    }

    @Test
    void whatIsNotListedIsCounted() {
        ReceiptRow receipt = SamplePages.verified().receipts().getFirst();
        ReportPage page = page("many", Samples.linear(3), Collections.nCopies(1_000, receipt), 5_000);
        assertThat(HtmlReport.render(page)).contains("… 4,500 receipts not listed");
    }

    @Test
    void aPageOfAHundredThousandStepsStaysReadable() {
        ReportPage page = page("large", Samples.linear(100_000), List.of(), 100_000);
        assertThat(HtmlReport.render(page).length()).isLessThan(500_000);
    }

    @Test
    void anEmptyBundleHasAPageToo() {
        parse(HtmlReport.render(page("empty", Graph.builder().build(), List.of(), 0)));
    }

    @Test
    void aTotalBelowItsListIsRefused() {
        ReceiptRow receipt = SamplePages.verified().receipts().getFirst();
        assertThatThrownBy(() -> page("wrong", Samples.linear(1), List.of(receipt), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static ReportPage page(String title, Graph graph, List<ReceiptRow> receipts, long total) {
        return new ReportPage(
                title,
                Verdict.VERIFIED,
                "fine",
                List.of(),
                total,
                List.of(),
                List.of(),
                List.of(),
                graph,
                0,
                List.of(),
                receipts,
                "end");
    }

    private static ReportPage hostile(String text) {
        return new ReportPage(
                text,
                Verdict.BROKEN,
                text,
                List.of(text),
                1,
                List.of(new WorkflowRow(text, text, 1, text, Long.MIN_VALUE, Long.MAX_VALUE, text)),
                List.of(text),
                List.of(new KeyRow(text, text, text, false)),
                Hostile.graph(),
                1,
                List.of(new FindingRow(Severity.ERROR, text, text, text, text)),
                List.of(new ReceiptRow(text, text, text, text, Long.MAX_VALUE, text, Mark.ERROR)),
                text);
    }
}
