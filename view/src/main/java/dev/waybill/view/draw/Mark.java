package dev.waybill.view.draw;

import dev.waybill.view.text.Style;

/// How a step fared. Every drawing shows it by a sign and a word, and by colour only as well.
public enum Mark {
    OK("ok", '●', '*', Style.GOOD),
    WARNING("warning", '▲', '!', Style.WARNING),
    ERROR("error", '✖', 'X', Style.BAD),
    /// Well signed for, and what is signed is that it failed.
    FAILED("failed", '✗', 'x', Style.BAD),
    CANCELLED("cancelled", '■', '#', Style.DIM),
    SKIPPED("skipped", '○', '-', Style.DIM),
    /// Named by another step, but no receipt of it is here.
    MISSING("missing", '◌', '?', Style.ABSENT),
    /// Here, but what it follows was withheld.
    REDACTED("redacted", '◐', '%', Style.ACCENT);

    private final String word;
    private final char sign;
    private final char asciiSign;
    private final Style style;

    Mark(String word, char sign, char asciiSign, Style style) {
        this.word = word;
        this.sign = sign;
        this.asciiSign = asciiSign;
        this.style = style;
    }

    public String word() {
        return word;
    }

    public Style style() {
        return style;
    }

    char sign(boolean unicode) {
        return unicode ? sign : asciiSign;
    }

    /// Withheld parents are a choice, not a fault; everything else that is not fine must be seen.
    boolean isProblem() {
        return this == WARNING || this == ERROR || this == FAILED || this == MISSING;
    }

    private int gravity() {
        return switch (this) {
            case OK -> 0;
            case SKIPPED, CANCELLED, REDACTED -> 1;
            case MISSING, WARNING -> 2;
            case FAILED -> 3;
            case ERROR -> 4;
        };
    }

    /// The graver of two, which stands for both.
    public Mark or(Mark other) {
        return other.gravity() > gravity() ? other : this;
    }
}
