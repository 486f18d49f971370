package dev.waybill.receipt.bundle;

import java.util.Comparator;

/// The order that PEAC's reports use: ECMAScript's `localeCompare`, which follows the Unicode collation.
///
/// Exact for printable ASCII, which ids and key names are made of: punctuation before digits before
/// letters, case only as a tie-break, lower case first. Other characters follow by code unit.
final class LocaleOrder implements Comparator<String> {

    static final LocaleOrder INSTANCE = new LocaleOrder();

    private static final String PRIMARY =
            "\t\n\u000b\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";

    private LocaleOrder() {}

    @Override
    public int compare(String left, String right) {
        String a = visible(left);
        String b = visible(right);
        for (int i = 0; i < Math.min(a.length(), b.length()); i++) {
            int order = Integer.compare(weight(a.charAt(i)), weight(b.charAt(i)));
            if (order != 0) {
                return order;
            }
        }
        int order = Integer.compare(a.length(), b.length());
        return order != 0 ? order : byCase(a, b);
    }

    private static int byCase(String a, String b) {
        for (int i = 0; i < a.length(); i++) {
            if (a.charAt(i) != b.charAt(i)) {
                return Character.isLowerCase(a.charAt(i)) ? -1 : 1;
            }
        }
        return 0;
    }

    /// Without the control characters, which the collation ignores.
    private static String visible(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c >= ' ' && c != 0x7F) || (c >= '\t' && c <= '\r')) {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static int weight(char c) {
        int place = PRIMARY.indexOf(c >= 'A' && c <= 'Z' ? c + 32 : c);
        return place >= 0 ? place : PRIMARY.length() + c;
    }
}
