package dev.waybill.view.text;

/// What a text is laid out for: how wide it may be, and which signs and colours can be shown there.
/// Whoever prints knows; everything in this room is a function of these plain values.
public interface Surface {

    /// A file or a pipe: no colour, full characters, room enough for a digest.
    Surface PLAIN = of(false, true, 100);

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
