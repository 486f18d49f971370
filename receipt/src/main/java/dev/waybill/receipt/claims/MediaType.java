package dev.waybill.receipt.claims;

import dev.waybill.receipt.grammar.Tokens;
/// Media types such as `application/json; charset=utf-8`: two names, then parameters without quoting.

final class MediaType {

    static final int LONGEST = 256;

    private final String text;
    private int at;

    private MediaType(String text) {
        this.text = text;
    }

    static boolean isValid(String text) {
        return new MediaType(text).isWellFormed();
    }

    private boolean isWellFormed() {
        if (!name() || !take('/') || !name()) {
            return false;
        }
        while (take(';')) {
            while (at < text.length() && isSpace(text.charAt(at))) {
                at++;
            }
            if (!name() || !take('=') || !value()) {
                return false;
            }
        }
        return at == text.length();
    }

    private boolean name() {
        int start = at;
        while (at < text.length() && isNamePart(text.charAt(at), at == start)) {
            at++;
        }
        return at > start;
    }

    private boolean value() {
        int start = at;
        while (at < text.length() && text.charAt(at) != ';' && !isSpace(text.charAt(at))) {
            at++;
        }
        return at > start;
    }

    private boolean take(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private static boolean isNamePart(char c, boolean first) {
        return Tokens.isAlphanumeric(c) || (!first && "!#$&-^_.+".indexOf(c) >= 0);
    }

    /// White space as ECMAScript counts it, because PEAC's pattern does.
    private static boolean isSpace(char c) {
        return (c >= 0x09 && c <= 0x0D)
                || c == ' '
                || c == 0xA0
                || c == 0xFEFF
                || Character.getType(c) == Character.SPACE_SEPARATOR
                || c == 0x2028
                || c == 0x2029;
    }
}
