package dev.waybill.receipt.workflow;

/// The grammar that workflow and step ids share: a prefix, then 20 to 48 letters, digits, `_` or `-`.
///
/// Plain loops instead of a regular expression: every receipt passes here, and a loop cannot be misled
/// by a trailing line feed.
final class Identifier {

    static final int SHORTEST_PAYLOAD = 20;
    static final int LONGEST_PAYLOAD = 48;

    private static final boolean[] IN_PAYLOAD = payloadCharacters();

    private Identifier() {}

    static boolean matches(String prefix, String value) {
        int payload = value.length() - prefix.length();
        if (payload < SHORTEST_PAYLOAD || payload > LONGEST_PAYLOAD || !value.startsWith(prefix)) {
            return false;
        }
        for (int i = prefix.length(); i < value.length(); i++) {
            if (!isPayload(value.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static String expected(String prefix) {
        return prefix + " and 20 to 48 letters, digits, '_' or '-'";
    }

    private static boolean isPayload(char c) {
        return c < IN_PAYLOAD.length && IN_PAYLOAD[c];
    }

    private static boolean[] payloadCharacters() {
        var table = new boolean[128];
        for (char c : "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".toCharArray()) {
            table[c] = true;
        }
        return table;
    }
}
