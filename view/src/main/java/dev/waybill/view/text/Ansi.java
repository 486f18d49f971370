package dev.waybill.view.text;

/// Paints text with ANSI colours, or leaves it alone.
/// The text must be safe already; this only adds the two sequences around it.
public record Ansi(boolean enabled) {

    public static final Ansi OFF = new Ansi(false);

    private static final String START = "\u001b[";
    private static final String RESET = "\u001b[0m";

    public String paint(Style style, String text) {
        if (!enabled || text.isEmpty() || style == Style.PLAIN) {
            return text;
        }
        return START + style.parameters() + "m" + text + RESET;
    }
}
