package dev.waybill.workflow;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// Finds the name that was probably meant: the nearest one, if it is near at all.
public final class Suggestion {

    private static final int LONGEST = 64;
    private static final int MOST_CANDIDATES = 1_000;
    private static final int SLIP_EVERY = 6;

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

    /// The same for names that are often written in part: `core.aproval` for `core.approvalGate`.
    public static Optional<String> nearestType(String name, Collection<String> types) {
        return nearest(name, types)
                .or(() -> types.stream()
                        .filter(type -> type.length() > name.length())
                        .map(type -> Map.entry(type, distance(name, type.substring(0, name.length() + 1))))
                        .filter(type -> type.getValue() <= Math.max(1, name.length() / SLIP_EVERY))
                        .min(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey));
    }

    /// How many slips of the finger lie between two names: a letter too many, too few or wrong, or two swapped. Names
    /// that are too long to be typed are far apart.
    private static int distance(String left, String right) {
        if (left.length() > LONGEST || right.length() > LONGEST) {
            return Integer.MAX_VALUE;
        }
        int[][] slips = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                slips[i][j] = Math.min(i, j) == 0 ? Math.max(i, j) : slips(slips, left, right, i, j);
            }
        }
        return slips[left.length()][right.length()];
    }

    private static int slips(int[][] slips, String left, String right, int i, int j) {
        boolean same = left.charAt(i - 1) == right.charAt(j - 1);
        int least = Math.min(slips[i - 1][j - 1] + (same ? 0 : 1), Math.min(slips[i - 1][j], slips[i][j - 1]) + 1);
        boolean swapped = i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        return swapped ? Math.min(least, slips[i - 2][j - 2] + 1) : least;
    }
}
