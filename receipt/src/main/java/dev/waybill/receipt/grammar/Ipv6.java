package dev.waybill.receipt.grammar;

import org.jspecify.annotations.Nullable;

/// IPv6 addresses as they stand between the brackets of a URL.
final class Ipv6 {

    private static final int PIECES = 8;

    private Ipv6() {}

    /// @param canonical whether the text must be the one spelling of RFC 5952 that the URL standard writes
    static boolean isValid(String text, boolean canonical) {
        int[] pieces = parse(text);
        return pieces != null && (!canonical || write(pieces).equals(text));
    }

    private static int @Nullable [] parse(String text) {
        int[] pieces = new int[PIECES];
        int gap = text.indexOf("::");
        if (gap < 0) {
            return read(text, pieces, true) == PIECES ? pieces : null;
        }
        int[] tail = new int[PIECES];
        int before = read(text.substring(0, gap), pieces, false);
        int after = read(text.substring(gap + 2), tail, true);
        // The gap stands for at least one piece.
        if (before < 0 || after < 0 || before + after >= PIECES) {
            return null;
        }
        System.arraycopy(tail, 0, pieces, PIECES - after, after);
        return pieces;
    }

    /// Reads pieces between single colons; the number of them, or -1.
    private static int read(String text, int[] pieces, boolean ipv4AtTheEnd) {
        if (text.isEmpty()) {
            return 0;
        }
        String[] parts = text.split(":", -1);
        int count = 0;
        for (int i = 0; i < parts.length; i++) {
            boolean ipv4 = ipv4AtTheEnd && i == parts.length - 1 && parts[i].indexOf('.') >= 0;
            if (count + (ipv4 ? 2 : 1) > PIECES
                    || !(ipv4 ? readIpv4(parts[i], pieces, count) : readHex(parts[i], pieces, count))) {
                return -1;
            }
            count += ipv4 ? 2 : 1;
        }
        return count;
    }

    private static boolean readHex(String part, int[] pieces, int at) {
        if (part.isEmpty() || part.length() > 4) {
            return false;
        }
        for (int i = 0; i < part.length(); i++) {
            if (!Tokens.isHex(part.charAt(i))) {
                return false;
            }
        }
        pieces[at] = Integer.parseInt(part, 16);
        return true;
    }

    private static boolean readIpv4(String part, int[] pieces, int at) {
        if (!Host.isIpv4(part, 0, part.length())) {
            return false;
        }
        String[] numbers = part.split("\\.", -1);
        pieces[at] = Integer.parseInt(numbers[0]) << 8 | Integer.parseInt(numbers[1]);
        pieces[at + 1] = Integer.parseInt(numbers[2]) << 8 | Integer.parseInt(numbers[3]);
        return true;
    }

    /// Lower case, no leading zeros, the first longest run of two or more zero pieces left out.
    private static String write(int[] pieces) {
        int gap = 0;
        int length = 1;
        for (int i = 0; i < PIECES; i++) {
            int run = 0;
            while (i + run < PIECES && pieces[i + run] == 0) {
                run++;
            }
            if (run > length) {
                gap = i;
                length = run;
            }
        }
        return length == 1 ? join(pieces, 0, PIECES) : join(pieces, 0, gap) + "::" + join(pieces, gap + length, PIECES);
    }

    private static String join(int[] pieces, int from, int to) {
        StringBuilder out = new StringBuilder();
        for (int i = from; i < to; i++) {
            out.append(i == from ? "" : ":").append(Integer.toHexString(pieces[i]));
        }
        return out.toString();
    }
}
