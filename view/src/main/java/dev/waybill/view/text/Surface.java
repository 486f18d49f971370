package dev.waybill.view.text;

/// What a text is laid out for: how wide it may be, and which signs and colours can be shown there.
/// Whoever prints knows; everything in this room is a function of these plain values.
public interface Surface {

    /// The width of a place that cuts nothing.
    int UNCUT = Integer.MAX_VALUE;

    /// A file or a pipe: no colour, full characters, nothing cut.
    Surface PLAIN = of(false, true, UNCUT);

    boolean color();

    boolean unicode();

    int width();

    default Ansi ansi() {
        return new Ansi(color());
    }

    static Surface of(boolean color, boolean unicode, int width) {
        record Values(boolean color, boolean unicode, int width) implements Surface {}
        return new Values(color, unicode, width);
    }
}
