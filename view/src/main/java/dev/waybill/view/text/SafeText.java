package dev.waybill.view.text;

/// Untrusted text made fit to be shown: whatever could steer a terminal or deceive an eye is spelled out.
/// Control, bidirectional and invisible characters become `\n`, `\e` or a backslash and their number
/// (`u{202e}`). Nothing is dropped silently, so two texts that differ still look different.
public final class SafeText {

    private static final int MOST_COMBINING = 3;
    private static final int HANGUL_FILLER = 0x3164;
    private static final int HALFWIDTH_HANGUL_FILLER = 0xFFA0;

    private SafeText() {}

    /// One line of harmless text.
    public static String of(String untrusted) {
        if (isPlain(untrusted)) {
            return untrusted;
        }
        StringBuilder safe = new StringBuilder(untrusted.length() + 16);
        int combining = 0;
        for (int i = 0; i < untrusted.length(); ) {
            int c = untrusted.codePointAt(i);
            i += Character.charCount(c);
            combining = isCombining(c) ? combining + 1 : 0;
            // A tower of accents would cover the lines above and below.
            if (isDangerous(c) || combining > MOST_COMBINING) {
                escape(c, safe);
            } else {
                safe.appendCodePoint(c);
            }
        }
        return safe.toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    private static boolean isDangerous(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE -> true;
            default -> c == HANGUL_FILLER || c == HALFWIDTH_HANGUL_FILLER || c == 0x115F || c == 0x1160;
        };
    }

    private static boolean isCombining(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    private static void escape(int c, StringBuilder safe) {
        switch (c) {
            case '\n' -> safe.append("\\n");
            case '\r' -> safe.append("\\r");
            case '\t' -> safe.append("\\t");
            case 0x1B -> safe.append("\\e");
            default -> safe.append("\\u{").append(Integer.toHexString(c)).append('}');
        }
    }
}
