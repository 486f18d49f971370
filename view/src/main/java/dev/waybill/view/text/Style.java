package dev.waybill.view.text;

/// What a piece of text means, and the colour that says so.
/// Colour is never the only sign: whoever paints also writes a word or a symbol.
public enum Style {
    PLAIN(""),
    STRONG("1"),
    DIM("2"),
    GOOD("32"),
    WARNING("33"),
    BAD("1;31"),
    ABSENT("35"),
    ACCENT("36");

    private final String parameters;

    Style(String parameters) {
        this.parameters = parameters;
    }

    String parameters() {
        return parameters;
    }
}
