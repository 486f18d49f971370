package dev.waybill.view.text;

/// How many columns a text takes in a terminal, and how to make it take fewer.
/// Ideographs and emoji take two columns, combining marks none.
public final class TextWidth {

    public static final String ELLIPSIS = "…";

    /// Ranges of two columns, as first and last code point, ascending.
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x231A, 0x231B, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3, 0x25FD, 0x25FE, 0x2614, 0x2615,
        0x2648, 0x2653, 0x267F, 0x267F, 0x2693, 0x2693, 0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5,
        0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD,
        0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757,
        0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E,
        0x3041, 0x33FF, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xA000, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF,
        0xFE30, 0xFE6F, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191,
        0x1F19A, 0x1F200, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF,
        0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF,
        0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567, 0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB,
        0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC, 0x1F6DF, 0x1F6EB,
        0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7EB, 0x1F7F0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947,
        0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD
    };

    private TextWidth() {}

    /// The columns of a text that went through [SafeText].
    public static int of(String text) {
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            width += of(c);
            i += Character.charCount(c);
        }
        return width;
    }

    /// The text itself when it fits, else its beginning and an ellipsis.
    public static String fit(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        return columns <= 0 ? "" : head(text, columns - 1) + ELLIPSIS;
    }

    /// Beginning, ellipsis, end: for identifiers and digests, whose end tells them apart.
    public static String fitMiddle(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        int tail = Math.max(0, (columns - 1) / 2);
        return columns <= 0 ? "" : head(text, columns - 1 - tail) + ELLIPSIS + tail(text, tail);
    }

    /// The text followed by spaces up to a width.
    public static String padRight(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - of(text)));
    }

    private static String head(String text, int columns) {
        int width = 0;
        int end = 0;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            if (width + of(c) > columns) {
                break;
            }
            width += of(c);
            end += Character.charCount(c);
        }
        return text.substring(0, end);
    }

    private static String tail(String text, int columns) {
        int width = 0;
        int start = text.length();
        while (start > 0) {
            int c = text.codePointBefore(start);
            if (width + of(c) > columns) {
                break;
            }
            width += of(c);
            start -= Character.charCount(c);
        }
        return text.substring(start);
    }

    private static int of(int c) {
        if (c < 0x300) {
            return 1;
        }
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(c) ? 2 : 1;
        };
    }

    private static boolean isWide(int c) {
        int low = 0;
        int high = WIDE.length / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (c < WIDE[2 * middle]) {
                high = middle - 1;
            } else if (c > WIDE[2 * middle + 1]) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }
}
