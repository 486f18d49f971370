package dev.waybill.receipt.workflow;

/// Whether a text is an https URL with a host, as URL parsers of browsers and Node see it.
///
/// `java.net.URI` refuses hosts that occur in practice, for example with an underscore. White space and
/// control characters, which those parsers silently remove, are refused: one issuer has one spelling.
final class HttpsUrl {

    private static final String SCHEME = "https://";
    private static final String FORBIDDEN_IN_HOST = "<>[]^|%\\\"`{}";
    private static final int LAST_PORT = 65_535;

    private HttpsUrl() {}

    static boolean isValid(String text) {
        if (!text.startsWith(SCHEME) || hasSpaceOrControl(text)) {
            return false;
        }
        String authority = text.substring(SCHEME.length(), endOfAuthority(text));
        String hostAndPort = authority.substring(authority.lastIndexOf('@') + 1);
        int hostEnd = hostAndPort.startsWith("[") ? hostAndPort.indexOf(']') + 1 : colonOrEnd(hostAndPort);
        return isHost(hostAndPort.substring(0, hostEnd)) && isPort(hostAndPort.substring(hostEnd));
    }

    private static boolean hasSpaceOrControl(String text) {
        return text.chars().anyMatch(c -> c <= ' ' || Character.isWhitespace(c) || Character.isISOControl(c));
    }

    private static int endOfAuthority(String text) {
        for (int i = SCHEME.length(); i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '/' || c == '\\' || c == '?' || c == '#') {
                return i;
            }
        }
        return text.length();
    }

    private static int colonOrEnd(String hostAndPort) {
        int colon = hostAndPort.indexOf(':');
        return colon < 0 ? hostAndPort.length() : colon;
    }

    private static boolean isHost(String host) {
        if (host.startsWith("[")) {
            return isIpv6(host.substring(1, host.length() - 1));
        }
        String last = host.substring(host.lastIndexOf('.', host.length() - 2) + 1);
        return !host.isEmpty()
                && host.chars().noneMatch(c -> FORBIDDEN_IN_HOST.indexOf(c) >= 0)
                && (!isDigits(last) || isIpv4(host));
    }

    /// A host whose last label is a number must be an address; "1.2.3.4" is, "256.1.1.1" is not.
    private static boolean isIpv4(String host) {
        String[] parts = host.split("\\.", -1);
        for (String part : parts) {
            if (!isDigits(part) || part.length() > 3 || Integer.parseInt(part) > 255) {
                return false;
            }
        }
        return parts.length == 4;
    }

    private static boolean isIpv6(String address) {
        int groups = 0;
        boolean compressed = address.contains("::");
        for (String group : address.split(":", -1)) {
            if (group.length() > 4 || group.chars().anyMatch(c -> Character.digit(c, 16) < 0)) {
                return false;
            }
            groups += group.isEmpty() ? 0 : 1;
        }
        return compressed ? groups < 8 && address.indexOf("::") == address.lastIndexOf("::") : groups == 8;
    }

    private static boolean isPort(String port) {
        if (port.isEmpty() || port.equals(":")) {
            return true;
        }
        return port.startsWith(":")
                && port.length() <= 6
                && isDigits(port.substring(1))
                && Integer.parseInt(port.substring(1)) <= LAST_PORT;
    }

    private static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
