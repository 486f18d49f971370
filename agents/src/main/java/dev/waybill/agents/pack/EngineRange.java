package dev.waybill.agents.pack;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The versions of the protocol that a pack is made for, as npm writes ranges: `>=1.0.0 <2.0.0`, `^1.1.0`, `1.x`.
record EngineRange(List<List<Bound>> ways) {

    /// What this host speaks.
    static final int[] OURS = {1, 1, 0};

    private static final Pattern BOUND = Pattern.compile(
            "(>=|<=|>|<|=|\\^|~)?v?(\\d{1,6}|x|\\*)(?:\\.(\\d{1,6}|x|\\*))?(?:\\.(\\d{1,6}|x|\\*))?(?:-[0-9A-Za-z.-]+)?");

    /// @param parts as far as they are written
    @SuppressWarnings("ArrayRecordComponent")
    private record Bound(String sign, int[] parts) {

        boolean allows(int[] version) {
            int against = compare(version);
            return switch (sign) {
                case ">=" -> against >= 0;
                case ">" -> against > 0;
                case "<=" -> against <= 0;
                case "<" -> against < 0;
                case "^" -> against >= 0 && (parts.length == 0 || version[0] == parts[0]);
                case "~" -> against >= 0 && Arrays.mismatch(head(version, 2), head(parts, 2)) < 0;
                default -> Arrays.mismatch(head(version, parts.length), parts) < 0;
            };
        }

        private static int[] head(int[] parts, int length) {
            return Arrays.copyOf(parts, Math.min(length, parts.length));
        }

        private int compare(int[] version) {
            return Arrays.compare(version, Arrays.copyOf(parts, version.length));
        }
    }

    /// Empty when it is no range.
    static Optional<EngineRange> of(String text) {
        try {
            return Optional.of(new EngineRange(Arrays.stream(text.split("\\|\\|", -1))
                    .map(way -> Arrays.stream(way.strip()
                                    .replaceAll("([<>=^~])\\s+", "$1")
                                    .split("\\s+"))
                            .map(EngineRange::bound)
                            .toList())
                    .toList()));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Bound bound(String text) {
        Matcher written = BOUND.matcher(text);
        if (!written.matches()) {
            throw new IllegalArgumentException(text);
        }
        int[] parts = new int[3];
        int count = 0;
        while (count < 3 && isNumber(written.group(count + 2))) {
            parts[count] = Integer.parseInt(written.group(count + 2));
            count++;
        }
        String sign = written.group(1);
        return new Bound(sign == null ? "=" : sign, Arrays.copyOf(parts, count));
    }

    private static boolean isNumber(String part) {
        return part != null && Character.isDigit(part.charAt(0));
    }

    boolean includesOurs() {
        return ways.stream().anyMatch(way -> way.stream().allMatch(bound -> bound.allows(OURS)));
    }
}
