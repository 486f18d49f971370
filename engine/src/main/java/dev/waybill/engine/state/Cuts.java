package dev.waybill.engine.state;

import java.util.ArrayList;
import java.util.List;

/// Cuts a text where its own letters say so, not at fixed lengths: what two texts have in common is cut alike in both,
/// wherever it stands in them.
final class Cuts {

    private static final int SHORTEST = 128;
    private static final int LONGEST = 4_096;

    /// One place in so many is a cut.
    private static final int BITS = 9;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private Cuts() {}

    static List<String> of(String text) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        // Depends on the last 64 letters: older ones are shifted out.
        long seen = 0;
        for (int index = 0; index < text.length(); index++) {
            seen = (seen << 1) + (text.charAt(index) + 1) * MIX;
            int length = index + 1 - from;
            boolean cut = length >= LONGEST || (length >= SHORTEST && seen >>> (Long.SIZE - BITS) == 0);
            // Half a character is none.
            if (cut && !Character.isHighSurrogate(text.charAt(index))) {
                pieces.add(text.substring(from, index + 1));
                from = index + 1;
            }
        }
        if (from < text.length() || pieces.isEmpty()) {
            pieces.add(text.substring(from));
        }
        return pieces;
    }
}
