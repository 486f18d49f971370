package dev.waybill.view.draw;

import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.TextWidth;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A table of the report, written row by row. Each cell carries its column's title, so that a narrow
/// screen can show a row as a card.
final class HtmlTable {

    private static final int SHORT = 24;

    private final Markup html;
    private final List<String> titles;
    private int column;

    HtmlTable(Markup html, String name, String... titles) {
        this.html = html;
        this.titles = List.of(titles);
        html.open("div", "class", "scroll").open("table", "class", name);
        html.open("thead").open("tr");
        for (String title : titles) {
            html.element("th", title, "scope", "col");
        }
        html.close().close().open("tbody");
    }

    HtmlTable row() {
        html.open("tr");
        column = 0;
        return this;
    }

    HtmlTable cell(String text) {
        start("").text(text).close();
        return this;
    }

    HtmlTable number(long number) {
        start("number").text(String.format(Locale.ROOT, "%,d", number)).close();
        return this;
    }

    HtmlTable code(String text) {
        start("").element("code", text).close();
        return this;
    }

    /// Beginning and end of a long identifier; the whole of it on hover and for a copy.
    HtmlTable shortened(String text) {
        start("");
        if (!text.isEmpty()) {
            html.element("code", TextWidth.fitMiddle(SafeText.of(text), SHORT), "title", text);
        }
        html.close();
        return this;
    }

    HtmlTable named(String name, String id) {
        start("").element("span", name, "class", "name");
        if (!name.equals(id)) {
            html.element("code", id);
        }
        html.close();
        return this;
    }

    HtmlTable badge(String kind, String word) {
        start("").element("span", word, "class", "badge " + kind).close();
        return this;
    }

    HtmlTable time(@Nullable Long time) {
        start("time")
                .text(time == null ? "" : TimeText.moment(time).replace(" UTC", ""))
                .close();
        return this;
    }

    void end() {
        html.close().line();
    }

    void close() {
        html.close().close().close();
    }

    private Markup start(String kind) {
        return html.open("td", "data-label", titles.get(column++), "class", kind);
    }
}
