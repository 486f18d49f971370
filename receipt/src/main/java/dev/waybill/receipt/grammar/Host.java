package dev.waybill.receipt.grammar;

/// A host name or an IPv4 address, with the characters that the URL standard allows in a host.
final class Host {

    private static final String FORBIDDEN = "#/:<>?@[\\]^|%";

    private Host() {}

    /// @param canonical whether the text must be the standard's own spelling: ASCII in lower case
    static boolean isValid(String text, int start, int end, boolean canonical) {
        if (start == end) {
            return false;
        }
        for (int i = start; i < end; i++) {
            if (!isAllowed(text.charAt(i), canonical)) {
                return false;
            }
        }
        return !endsInNumber(text, start, end) || isIpv4(text, start, end);
    }

    private static boolean isAllowed(char c, boolean canonical) {
        if (c >= 0x80) {
            return !canonical && (Character.isLetterOrDigit(c) || Character.isSurrogate(c));
        }
        return c > ' ' && c < 0x7F && FORBIDDEN.indexOf(c) < 0 && !(canonical && Tokens.isUpper(c));
    }

    /// Whether a parser takes the host for an IPv4 address: the last label is a number, `0x7f` too.
    private static boolean endsInNumber(String text, int start, int end) {
        int to = text.charAt(end - 1) == '.' ? end - 1 : end;
        int from = text.lastIndexOf('.', to - 1) + 1;
        if (from < start) {
            from = start;
        }
        if (from >= to) {
            return false;
        }
        boolean hex = text.startsWith("0x", from) || text.startsWith("0X", from);
        for (int i = hex ? from + 2 : from; i < to; i++) {
            if (hex ? !Tokens.isHex(text.charAt(i)) : !Tokens.isDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /// Four decimal numbers without leading zeros. Octal, hexadecimal and short forms are refused:
    /// readers disagree on them.
    static boolean isIpv4(String text, int start, int end) {
        int from = start;
        for (int part = 0; part < 4; part++) {
            int to = from;
            while (to < end && text.charAt(to) != '.') {
                to++;
            }
            boolean leadingZero = to - from > 1 && text.charAt(from) == '0';
            if (to == from || to - from > 3 || leadingZero || (part < 3) == (to == end)) {
                return false;
            }
            int value = Tokens.number(text, from, to);
            if (value < 0 || value > 255) {
                return false;
            }
            from = to + 1;
        }
        return true;
    }
}
