package dev.waybill.doors.http;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/// The cookie of a signed-in browser. Scripts cannot read it, other sites cannot send it, and over the network it
/// travels only encrypted; then its name has the prefix that keeps other hosts of the domain from setting it.
final class SessionCookie {

    private static final String PLAIN = "waybill_session";
    private static final String SECURE = "__Host-waybill_session";

    private SessionCookie() {}

    /// Its value in the header `Cookie`.
    static Optional<String> in(String header) {
        return Arrays.stream(header.split(";"))
                .map(String::strip)
                .map(pair -> pair.split("=", 2))
                .filter(pair -> pair.length == 2 && (pair[0].equals(PLAIN) || pair[0].equals(SECURE)))
                .map(pair -> pair[1])
                .findFirst();
    }

    /// The header `Set-Cookie`.
    ///
    /// @param secure whether it may travel over an encrypted connection only
    static String set(String value, Duration lasts, boolean secure) {
        return (secure ? SECURE : PLAIN) + "=" + value + "; Path=/; HttpOnly; SameSite=Strict; Max-Age="
                + lasts.toSeconds() + (secure ? "; Secure" : "");
    }
}
