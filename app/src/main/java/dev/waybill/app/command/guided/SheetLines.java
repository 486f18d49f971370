package dev.waybill.app.command.guided;

import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A label and what it stands for, line by line.
record SheetLines(PrintStream out, Ansi ansi) {

    private static final int LABEL = 13;

    void title(String text, String more) {
        out.println(ansi.paint(Style.STRONG, SafeText.of(text)) + "  " + SafeText.of(more));
    }

    /// Nothing for a text that is not there.
    void line(String label, @Nullable String text) {
        if (text != null && !text.isBlank()) {
            out.println(ansi.paint(Style.DIM, label + " ".repeat(Math.max(1, LABEL - label.length())))
                    + SafeText.of(text.strip()));
        }
    }

    /// The label stands before the first only.
    void lines(String label, List<String> texts) {
        for (int i = 0; i < texts.size(); i++) {
            line(i == 0 ? label : "", texts.get(i));
        }
    }
}
