package dev.waybill.base.text;

/// The beginning of a text, for messages and records that must not be endless. It never ends with half of a surrogate
/// pair, which has no UTF-8 form: whatever holds one could not be written.
public final class Shortened {

    private Shortened() {}

    /// The text itself when it fits, else its beginning and `…`.
    public static String of(String text, int most) {
        return of(text, most, "…");
    }

    /// @param most the longest text that fits, and the longest beginning, in UTF-16 units
    /// @param mark stands behind the beginning, in place of the rest
    public static String of(String text, int most, String mark) {
        if (text.length() <= most) {
            return text;
        }
        boolean splitsPair = most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
        return text.substring(0, splitsPair ? most - 1 : most) + mark;
    }
}
