package dev.waybill.receipt.claims;

import dev.waybill.receipt.grammar.Tokens;
/// Durations such as `P30D` or `PT1H30M`: whole numbers, units in order, each at most once.

final class Iso8601Duration {

    static final int LONGEST = 64;
    private static final int LONGEST_NUMBER = 15;

    private final String text;
    private int at = 1;
    private boolean weeks;
    private boolean otherDays;

    private Iso8601Duration(String text) {
        this.text = text;
    }

    static boolean isValid(String text) {
        return text.length() >= 2 && text.charAt(0) == 'P' && new Iso8601Duration(text).isWellFormed();
    }

    private boolean isWellFormed() {
        if (!units("YMWD")) {
            return false;
        }
        if (at < text.length() && text.charAt(at) == 'T') {
            at++;
            if (at == text.length() || !units("HMS")) {
                return false;
            }
        }
        // ISO 8601 does not mix weeks with other days; a zero beside them says nothing and is let pass.
        return at == text.length() && !(weeks && otherDays);
    }

    /// Reads numbers and their units up to `T` or the end.
    private boolean units(String order) {
        int next = 0;
        while (at < text.length() && text.charAt(at) != 'T') {
            int start = at;
            while (at < text.length() && Tokens.isDigit(text.charAt(at))) {
                at++;
            }
            int digits = at - start;
            int unit = at < text.length() ? order.indexOf(text.charAt(at)) : -1;
            if (digits == 0 || digits > LONGEST_NUMBER || unit < next) {
                return false;
            }
            note(order.charAt(unit), order, Long.parseLong(text, start, at, 10));
            next = unit + 1;
            at++;
        }
        return true;
    }

    private void note(char unit, String order, long amount) {
        if (amount > 0 && order.startsWith("Y")) {
            weeks |= unit == 'W';
            otherDays |= unit != 'W';
        }
    }
}
