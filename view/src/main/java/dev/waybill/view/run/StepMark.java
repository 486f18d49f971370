package dev.waybill.view.run;

import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;

/// The sign in front of a line about a node.
public enum StepMark {
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

    public String sign(Surface surface) {
        Ansi ansi = surface.ansi();
        return ansi.paint(style, surface.unicode() ? sign : plain);
    }
}
