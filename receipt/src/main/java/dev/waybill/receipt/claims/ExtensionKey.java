package dev.waybill.receipt.claims;

import dev.waybill.receipt.grammar.Tokens;
/// The grammar of a Wire 0.2 extension key: a lower-case domain with a dot, a slash, a lower-case name.

public final class ExtensionKey {

    static final int LONGEST = 512;
    private static final int LONGEST_DOMAIN = 253;
    private static final int LONGEST_LABEL = 63;

    private ExtensionKey() {}

    public static boolean isValid(String key) {
        int slash = key.indexOf('/');
        return slash > 0
                && slash <= LONGEST_DOMAIN
                && key.length() <= LONGEST
                && isDomain(key, slash)
                && isSegment(key, slash + 1);
    }

    private static boolean isDomain(String key, int end) {
        int start = 0;
        int labels = 0;
        for (int i = 0; i <= end; i++) {
            if (i == end || key.charAt(i) == '.') {
                if (!isLabel(key, start, i)) {
                    return false;
                }
                labels++;
                start = i + 1;
            }
        }
        return labels > 1;
    }

    private static boolean isLabel(String key, int from, int to) {
        if (from == to || to - from > LONGEST_LABEL || key.charAt(from) == '-' || key.charAt(to - 1) == '-') {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (!Tokens.isLowerOrDigit(key.charAt(i)) && key.charAt(i) != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isSegment(String key, int from) {
        if (from == key.length() || !Tokens.isLowerOrDigit(key.charAt(from))) {
            return false;
        }
        for (int i = from + 1; i < key.length(); i++) {
            char c = key.charAt(i);
            if (!Tokens.isLowerOrDigit(c) && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }
}
