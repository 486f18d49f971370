package dev.waybill.receipt.grammar;

import java.util.Locale;

/// URLs as claims use them: names and hints, never fetched.
///
/// PEAC parses them with a browser's URL parser, which repairs much: it drops tabs and line breaks,
/// takes `\` for `/`, guesses missing slashes, decodes `%41` in a host and reads the host `1` as
/// 0.0.0.1. A repaired URL means one thing to one reader and something else to the next, so what needs
/// a repair is refused here. What is accepted, such a parser accepts too; the one exception is a host
/// label that begins with `xn--`, whose punycode is not decoded.
public final class Url {

    private static final String HTTPS = "https://";
    private static final String HTTP = "http://";
    private static final int LARGEST_PORT = 65_535;
    private static final int HTTPS_PORT = 443;

    private Url() {}

    /// An https origin in the one spelling that the URL standard gives it.
    public static boolean isCanonicalHttpsOrigin(String text) {
        return text.startsWith(HTTPS) && isHostAndPort(text, HTTPS.length(), text.length(), true);
    }

    /// Any https URL, written with a lower-case scheme.
    public static boolean isHttps(String text) {
        return text.startsWith(HTTPS) && isClean(text) && hasAuthority(text, HTTPS.length());
    }

    /// An https URL that can serve as a hint: nobody's password in it, and no fragment.
    public static boolean isHttpsHint(String text) {
        return startsWithIgnoringCase(text, HTTPS)
                && isClean(text)
                && text.indexOf('#') < 0
                && isHostAndPort(text, HTTPS.length(), authorityEnd(text, HTTPS.length()), false);
    }

    /// Scheme, host and port of http or https; one trailing slash may follow. Not a fully qualified
    /// name with a trailing dot, which would be a second spelling.
    public static boolean isOrigin(String text) {
        int start = startsWithIgnoringCase(text, HTTPS)
                ? HTTPS.length()
                : startsWithIgnoringCase(text, HTTP) ? HTTP.length() : -1;
        if (start < 0 || !isClean(text)) {
            return false;
        }
        int end = authorityEnd(text, start);
        String rest = text.substring(end);
        int port = text.indexOf(':', start);
        int hostEnd = port >= 0 && port < end ? port : end;
        return (rest.isEmpty() || rest.equals("/") || rest.equals("?") || rest.equals("/?"))
                && text.charAt(hostEnd - 1) != '.'
                && isHostAndPort(text, start, end, false);
    }

    /// A URL of any scheme, not relative to another.
    public static boolean isAbsolute(String text) {
        int colon = text.indexOf(':');
        if (colon <= 0 || !isScheme(text, colon) || !isClean(text)) {
            return false;
        }
        boolean slashes = text.startsWith("//", colon + 1);
        return switch (text.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "http", "https", "ws", "wss", "ftp" -> slashes && hasAuthority(text, colon + 3);
            case "file" -> true;
            default -> !slashes || authorityEnd(text, colon + 3) == colon + 3 || hasAuthority(text, colon + 3);
        };
    }

    private static boolean hasAuthority(String text, int start) {
        int end = authorityEnd(text, start);
        int user = text.lastIndexOf('@', end - 1);
        return isHostAndPort(text, user >= start ? user + 1 : start, end, false);
    }

    private static int authorityEnd(String text, int start) {
        int i = start;
        while (i < text.length() && "/?#".indexOf(text.charAt(i)) < 0) {
            i++;
        }
        return i;
    }

    private static boolean isHostAndPort(String text, int start, int end, boolean canonical) {
        int hostEnd = start;
        if (start < end && text.charAt(start) == '[') {
            hostEnd = text.indexOf(']', start) + 1;
            if (hostEnd == 0 || hostEnd > end || !Ipv6.isValid(text.substring(start + 1, hostEnd - 1), canonical)) {
                return false;
            }
        } else {
            while (hostEnd < end && text.charAt(hostEnd) != ':') {
                hostEnd++;
            }
            if (!Host.isValid(text, start, hostEnd, canonical)) {
                return false;
            }
        }
        return hostEnd == end || (text.charAt(hostEnd) == ':' && isPort(text, hostEnd + 1, end, canonical));
    }

    private static boolean isPort(String text, int start, int end, boolean canonical) {
        int from = start;
        while (!canonical && from < end - 1 && text.charAt(from) == '0') {
            from++;
        }
        if (start == end || end - from > 5) {
            return start == end && !canonical;
        }
        int port = Tokens.number(text, from, end);
        if (port < 0 || port > LARGEST_PORT) {
            return false;
        }
        return !canonical || (port != HTTPS_PORT && (text.charAt(start) != '0' || end - start == 1));
    }

    private static boolean isScheme(String text, int end) {
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean letter = Tokens.isLower(c) || Tokens.isUpper(c);
            if (!letter && (i == 0 || (!Tokens.isDigit(c) && c != '+' && c != '-' && c != '.'))) {
                return false;
            }
        }
        return true;
    }

    /// No spaces and no control characters: parsers remove or rewrite them.
    private static boolean isClean(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) == 0x7F) {
                return false;
            }
        }
        return true;
    }

    private static boolean startsWithIgnoringCase(String text, String prefix) {
        return text.regionMatches(true, 0, prefix, 0, prefix.length());
    }
}
