package dev.waybill.view.draw;

import java.util.List;
import java.util.Locale;

/// What every page of ours is made of: a head that forbids the browser to load anything, a verdict on top, sections.
final class HtmlFrame {

    private static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

    private HtmlFrame() {}

    /// @param tab the title of the browser's tab
    static void head(Markup html, String tab) {
        html.trusted("<!doctype html>\n").open("html", "lang", "en");
        html.open("head").empty("meta", "charset", "utf-8");
        html.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.empty("meta", "name", "color-scheme", "content", "light dark");
        html.empty("meta", "name", "referrer", "content", "no-referrer");
        html.element("title", tab);
        html.open("style").trusted(Resources.text("report.css")).close();
        html.close().line();
    }

    /// @param kind how good the verdict is: its colour and its sign
    /// @param word the verdict
    static void banner(
            Markup html,
            String kicker,
            String title,
            ReportPage.Verdict kind,
            String word,
            String headline,
            List<String> remarks) {
        html.open("header");
        html.element("p", kicker, "class", "kicker").element("h1", title);
        html.open("div", "class", "verdict " + kind.name().toLowerCase(Locale.ROOT), "role", "status");
        html.trusted(icon(kind));
        html.open("div").element("p", word, "class", "word");
        html.element("p", headline, "class", "headline");
        remarks.forEach(remark -> html.element("p", remark, "class", "remark"));
        html.close().close().close().line();
    }

    private static String icon(ReportPage.Verdict verdict) {
        String sign = switch (verdict) {
            case VERIFIED -> "M15 25l7 7 12-15";
            case FAILED, PARTIAL, INCOMPLETE -> "M24 13v14M24 34v.5";
            case BROKEN -> "M17 17l14 14M31 17l-14 14";
        };
        return new Markup()
                .open("svg", "viewBox", "0 0 48 48", "aria-hidden", "true")
                .empty("circle", "cx", "24", "cy", "24", "r", "22")
                .empty("path", "d", sign)
                .close()
                .toString();
    }

    static void section(Markup html, String id, String title) {
        html.open("section", "aria-labelledby", id).element("h2", title, "id", id);
    }

    /// The drawing of a graph, which scrolls by itself.
    static void graph(Markup html, String title, Graph graph, int most) {
        section(html, "graph", title);
        html.open(
                "div",
                "class",
                "scroll canvas",
                "tabindex",
                "0",
                "role",
                "region",
                "aria-label",
                "Graph of " + title.toLowerCase(Locale.ROOT));
        html.trusted(SvgGraph.render(graph, most)).close();
        html.close().line();
    }
}
