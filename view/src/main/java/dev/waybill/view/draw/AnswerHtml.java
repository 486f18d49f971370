package dev.waybill.view.draw;

import dev.waybill.view.draw.AnswerPage.RecordRow;
import java.util.List;

/// An answer as one HTML page that needs nothing else: the answer, the path, the gaps, the graph.
public final class AnswerHtml {

    private static final int MOST_ROWS = 500;
    private static final int MOST_RECORDS = 60;

    private final AnswerPage page;
    private final Markup html = new Markup();

    private AnswerHtml(AnswerPage page) {
        this.page = page;
    }

    public static String render(AnswerPage page) {
        return new AnswerHtml(page).write();
    }

    private String write() {
        HtmlFrame.head(html, page.word() + ": " + page.title());
        html.open("body").open("main");
        HtmlFrame.banner(
                html,
                "Waybill evidence",
                page.title(),
                page.kind(),
                page.word(),
                page.headline(),
                List.of("Rule: " + page.rule()));
        path();
        gaps();
        if (!page.graph().nodes().isEmpty()) {
            HtmlFrame.graph(html, "Records", page.graph(), MOST_RECORDS);
            Timeline.write(html, page.graph());
        }
        html.open("footer").element("p", page.footer()).close();
        return html.close().close().close().line().toString();
    }

    private void gaps() {
        HtmlFrame.section(html, "findings", "Gaps");
        if (page.gaps().isEmpty()) {
            html.element("p", "None.", "class", "caption").close();
            return;
        }
        HtmlTable table = new HtmlTable(html, "findings", "Code", "Place", "What is missing or wrong");
        page.gaps().stream()
                .limit(MOST_ROWS)
                .forEach(gap -> table.row()
                        .code(gap.code())
                        .cell(gap.place())
                        .cell(gap.message())
                        .end());
        table.close();
        more(page.gaps().size(), "gap");
        html.close().line();
    }

    private void path() {
        HtmlFrame.section(html, "receipts", "Path");
        HtmlTable table = new HtmlTable(html, "receipts", "Record", "Type", "Time", "Place", "Integrity", "Role");
        for (RecordRow row : page.path().stream().limit(MOST_ROWS).toList()) {
            table.row().code(row.id()).cell(row.type()).cell(row.time()).code(row.place());
            table.badge(badge(row.held()), row.integrity()).cell(row.role()).end();
        }
        table.close();
        more(page.path().size(), "record");
        html.close().line();
    }

    /// What nothing vouches for must not look as if something did.
    private static String badge(AnswerPage.Held held) {
        return switch (held) {
            case CHECKED -> "ok";
            case UNCHECKED -> "info";
            case BROKEN -> "error";
        };
    }

    private void more(int all, String noun) {
        if (all > MOST_ROWS) {
            html.element("p", "… " + Excerpt.counted(all - MOST_ROWS, noun) + " not listed", "class", "caption");
        }
    }
}
