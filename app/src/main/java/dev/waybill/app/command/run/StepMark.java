package dev.waybill.app.command.run;

import dev.waybill.app.terminal.Ansi;
import dev.waybill.app.terminal.Style;
import dev.waybill.app.terminal.Terminal;

/// The sign in front of a line about a node.
enum StepMark {
    STARTED("▸", ">", Style.ACCENT),
    DONE("✓", "+", Style.GOOD),
    FAILED("✗", "x", Style.BAD),
    RETRIED("↻", "~", Style.WARNING),
    ASKS("?", "?", Style.WARNING),
    ANSWERED("!", "!", Style.GOOD),
    SKIPPED("–", "-", Style.DIM),
    CANCELLED("■", "#", Style.DIM),
    HANDED_OVER("→", ">", Style.ACCENT),
    NOTE("·", ".", Style.DIM);

    private final String sign;
    private final String plain;
    private final Style style;

    StepMark(String sign, String plain, Style style) {
        this.sign = sign;
        this.plain = plain;
        this.style = style;
    }

    String sign(Terminal terminal) {
        Ansi ansi = terminal.ansi();
        return ansi.paint(style, terminal.unicode() ? sign : plain);
    }
}
