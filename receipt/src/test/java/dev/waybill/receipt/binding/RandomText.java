package dev.waybill.receipt.binding;

import java.util.Random;

/// Texts that a binding accepts, with escapes and letters beyond ASCII.
final class RandomText {

    private static final String[] PIECES = {"a", "Z", "0", "-", "_", "/", "\\", "\"", " ", "ß", "漢", "😀", "<", "\u2028"
    };

    private RandomText() {}

    static String name(Random random) {
        var text = new StringBuilder();
        int count = 1 + random.nextInt(100);
        for (int i = 0; i < count; i++) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }
}
