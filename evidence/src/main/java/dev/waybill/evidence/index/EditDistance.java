package dev.waybill.evidence.index;

/// How many characters must be changed, added or taken away to make one text of another.
final class EditDistance {

    private EditDistance() {}

    /// @return the distance, or something above the limit when it is above the limit
    static int of(String one, String other, int limit) {
        if (Math.abs(one.length() - other.length()) > limit) {
            return limit + 1;
        }
        int[] above = new int[other.length() + 1];
        for (int i = 0; i < above.length; i++) {
            above[i] = i;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = row(one.charAt(i - 1), i, other, above);
            if (least(row) > limit) {
                return limit + 1;
            }
            above = row;
        }
        return above[other.length()];
    }

    private static int[] row(char letter, int number, String other, int[] above) {
        int[] row = new int[above.length];
        row[0] = number;
        for (int i = 1; i < row.length; i++) {
            int changed = above[i - 1] + (letter == other.charAt(i - 1) ? 0 : 1);
            row[i] = Math.min(changed, Math.min(above[i], row[i - 1]) + 1);
        }
        return row;
    }

    private static int least(int[] row) {
        int least = row[0];
        for (int value : row) {
            least = Math.min(least, value);
        }
        return least;
    }
}
