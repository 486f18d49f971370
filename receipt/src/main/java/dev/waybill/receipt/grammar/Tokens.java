package dev.waybill.receipt.grammar;

/// The small grammars that several claims share, as character loops: they run for every receipt.
public final class Tokens {

    private Tokens() {}

    public static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    public static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }

    public static boolean isUpper(char c) {
        return c >= 'A' && c <= 'Z';
    }

    public static boolean isLowerOrDigit(char c) {
        return isLower(c) || isDigit(c);
    }

    public static boolean isAlphanumeric(char c) {
        return isLower(c) || isUpper(c) || isDigit(c);
    }

    public static boolean isLowerHex(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'f');
    }

    public static boolean isHex(char c) {
        return isLowerHex(c) || (c >= 'A' && c <= 'F');
    }

    public static boolean isLowerHex(String text) {
        return isLowerHex(text, 0);
    }

    /// `sha256:` and 64 lower-case hexadecimal digits.
    public static boolean isSha256(String text) {
        return text.length() == 71 && text.startsWith("sha256:") && isLowerHex(text, 7);
    }

    /// An integer in decimal, as a string because it may be larger than any number.
    public static boolean isDecimalInteger(String text) {
        int start = text.startsWith("-") ? 1 : 0;
        for (int i = start; i < text.length(); i++) {
            if (!isDigit(text.charAt(i))) {
                return false;
            }
        }
        return text.length() > start;
    }

    /// A currency in the form of ISO 4217.
    public static boolean isCurrency(String text) {
        return text.length() == 3 && isUpper(text.charAt(0)) && isUpper(text.charAt(1)) && isUpper(text.charAt(2));
    }

    /// A UUID of version 7 and the RFC variant, in either case.
    public static boolean isUuidV7(String text) {
        if (text.length() != 36 || text.charAt(14) != '7' || "89abAB".indexOf(text.charAt(19)) < 0) {
            return false;
        }
        for (int i = 0; i < 36; i++) {
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            if (dash ? text.charAt(i) != '-' : !isHex(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /// A purpose: one lower-case word, or a vendor and a word with a colon between them.
    public static boolean isPurpose(String text) {
        int colon = text.indexOf(':');
        return colon < 0
                ? isPurposeWord(text, 0, text.length())
                : isPurposeWord(text, 0, colon) && isPurposeWord(text, colon + 1, text.length());
    }

    /// A calendar-shaped date. February 30 passes: PEAC checks the shape and leaves the calendar to others.
    public static boolean isDate(String text) {
        if (text.length() != 10 || text.charAt(4) != '-' || text.charAt(7) != '-') {
            return false;
        }
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        return number(text, 0, 4) >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
    }

    /// The value of a run of ASCII digits, or -1.
    public static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(text.charAt(i))) {
                return -1;
            }
            value = value * 10 + text.charAt(i) - '0';
        }
        return value;
    }

    private static boolean isLowerHex(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (!isLowerHex(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPurposeWord(String text, int from, int to) {
        if (from == to || !isLower(text.charAt(from)) || !isLowerOrDigit(text.charAt(to - 1))) {
            return false;
        }
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isLowerOrDigit(c) && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }
}
