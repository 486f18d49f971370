package dev.waybill.receipt.claims;

import dev.waybill.receipt.grammar.Tokens;
/// The grammar of a receipt's `type`: reverse DNS (`org.example/step`) or an absolute URI.

final class ReceiptType {

    static final int LONGEST = 256;

    private ReceiptType() {}

    static boolean isValid(String type) {
        return !type.isEmpty() && type.length() <= LONGEST && (isReverseDns(type) || isAbsoluteUri(type));
    }

    /// A domain with a dot, one slash, one segment. Longer paths need an absolute URI.
    private static boolean isReverseDns(String type) {
        int slash = type.indexOf('/');
        int dot = type.indexOf('.');
        return dot >= 0 && dot < slash && isName(type, 0, slash, false) && isName(type, slash + 1, type.length(), true);
    }

    private static boolean isName(String type, int from, int to, boolean underscore) {
        if (from == to || !Tokens.isAlphanumeric(type.charAt(from))) {
            return false;
        }
        for (int i = from + 1; i < to; i++) {
            char c = type.charAt(i);
            if (!Tokens.isAlphanumeric(c) && c != '.' && c != '-' && !(underscore && c == '_')) {
                return false;
            }
        }
        return true;
    }

    /// A lower-case scheme and `://`; what follows is the scheme's business.
    private static boolean isAbsoluteUri(String type) {
        int end = type.indexOf("://");
        if (end <= 0 || !Tokens.isLower(type.charAt(0))) {
            return false;
        }
        for (int i = 1; i < end; i++) {
            char c = type.charAt(i);
            if (!Tokens.isLowerOrDigit(c) && c != '+' && c != '.' && c != '-') {
                return false;
            }
        }
        return true;
    }
}
