package dev.waybill.workflow;

import java.util.Collection;
import java.util.Optional;

/// Finds the name that was probably meant: the nearest one, if it is near at all.
public final class Suggestion {

    private static final int LONGEST = 64;
    private static final int MOST_CANDIDATES = 1_000;

    private Suggestion() {}

    /// A hint: the name that was probably meant, or the one given.
    public static String hint(String name, Collection<String> candidates, String otherwise) {
        return nearest(name, candidates)
                .map(candidate -> "did you mean \"" + candidate + "\"?")
                .orElse(otherwise);
    }

    public static Optional<String> nearest(String name, Collection<String> candidates) {
        String best = null;
        int bound = Math.max(1, name.length() / 3) + 1;
        int looked = 0;
        for (String candidate : candidates) {
            if (++looked > MOST_CANDIDATES) {
                break;
            }
            int distance = candidate.equalsIgnoreCase(name) ? 0 : distance(name, candidate);
            if (distance < bound) {
                bound = distance;
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    /// Levenshtein's distance; far apart where one is too long to be a slip of the finger.
    private static int distance(String left, String right) {
        if (left.length() > LONGEST || right.length() > LONGEST) {
            return Integer.MAX_VALUE;
        }
        int[] row = new int[right.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int substituted = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
