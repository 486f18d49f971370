package dev.waybill.doors.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a request shows of who it comes from.
///
/// @param authorization the header of that name
/// @param session the cookie of a signed-in browser
/// @param changes whether the request may change something
/// @param csrf the token that only a page of ours can have
/// @param site `Sec-Fetch-Site`: what the browser says of the page that asks
/// @param forwarded the header by which a proxy says that it passes somebody else's request on; null for a direct one
/// @param address where the request comes from
public record Credentials(
        @Nullable String authorization,
        @Nullable String session,
        boolean changes,
        @Nullable String csrf,
        @Nullable String site,
        @Nullable String forwarded,
        String address) {

    private static final List<String> SAFE = List.of("GET", "HEAD", "OPTIONS");
    private static final HeaderName CSRF = HeaderNames.create("X-Waybill-Csrf");
    private static final List<HeaderName> PROXIES = Stream.of(
                    "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
            .map(HeaderNames::create)
            .toList();
    private static final HeaderName SITE = HeaderNames.create("Sec-Fetch-Site");

    /// What a program shows.
    public static Credentials bearer(String authorization) {
        return new Credentials(authorization, null, true, null, null, null, "");
    }

    /// Whether a browser says that a page of another site asks.
    public boolean isOfForeignSite() {
        return site != null && !site.equals("same-origin") && !site.equals("none");
    }

    public static Credentials of(ServerRequest request) {
        return new Credentials(
                header(request, HeaderNames.AUTHORIZATION).orElse(null),
                SessionCookie.in(header(request, HeaderNames.COOKIE).orElse("")).orElse(null),
                !SAFE.contains(request.prologue().method().text()),
                header(request, CSRF).orElse(null),
                header(request, SITE).orElse(null),
                PROXIES.stream()
                        .filter(request.headers()::contains)
                        .map(HeaderName::defaultCase)
                        .findFirst()
                        .orElse(null),
                request.remotePeer().host());
    }

    private static Optional<String> header(ServerRequest request, HeaderName name) {
        return request.headers().first(name);
    }
}
