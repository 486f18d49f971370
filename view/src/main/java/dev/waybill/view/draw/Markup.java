package dev.waybill.view.draw;

import dev.waybill.view.text.SafeText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/// Writes HTML and SVG so that untrusted text can never become markup.
/// Every text and every attribute value is made safe and escaped here; tag and attribute names come
/// from our own code only.
final class Markup {

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /// Starts an element; attributes come as name and value in turn.
    Markup open(String tag, String... attributes) {
        start(tag, attributes);
        out.append('>');
        open.push(tag);
        return this;
    }

    /// An element without content.
    Markup empty(String tag, String... attributes) {
        start(tag, attributes);
        out.append("/>");
        return this;
    }

    /// An element that holds only text.
    Markup element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    Markup text(String untrusted) {
        escape(SafeText.of(untrusted));
        return this;
    }

    Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    Markup line() {
        out.append('\n');
        return this;
    }

    /// Text that is markup already: style sheets, scripts and drawings of this package.
    Markup trusted(String markup) {
        out.append(markup);
        return this;
    }

    /// A length with at most one decimal, the same on every machine.
    static String number(double value) {
        double rounded = Math.round(value * 10) / 10.0;
        return rounded == Math.rint(rounded)
                ? String.valueOf((long) rounded)
                : String.format(Locale.ROOT, "%.1f", rounded);
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }

    private void start(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(SafeText.of(attributes[i + 1]));
            out.append('"');
        }
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
    }
}
