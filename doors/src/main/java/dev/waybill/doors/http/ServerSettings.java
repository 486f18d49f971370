package dev.waybill.doors.http;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// Where a server listens and what it puts up with.
///
/// @param port 0 lets the system choose
/// @param origins further origins whose pages may call, such as `https://waybill.example`
/// @param longestBody bytes of one request's body
/// @param grace how long running requests may take to end when the server stops; streams are ended at once
/// @param connections clients that are connected
/// @param streams responses that stay open
public record ServerSettings(
        String host,
        int port,
        List<String> origins,
        int longestBody,
        Duration grace,
        ConnectionSettings connections,
        StreamSettings streams) {

    /// For what knows no limit of its own.
    public static final int LONGEST_BODY = 8 * 1024 * 1024;

    private static final Pattern ORIGIN = Pattern.compile("https?://[^/?#@\\s]+");
    private static final Duration DEFAULT_GRACE = Duration.ofSeconds(10);

    public ServerSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("the port must be from 0 to 65535, found " + port);
        }
        origins = List.copyOf(origins);
        origins.forEach(ServerSettings::requireOrigin);
    }

    /// A browser names a page's origin as `https://waybill.example` or with a port, never with a path.
    private static void requireOrigin(String origin) {
        if (!ORIGIN.matcher(origin).matches()) {
            throw new IllegalArgumentException(
                    "an origin is a scheme and a host, with a port if it is not the usual one, such as"
                            + " https://waybill.example; found " + origin);
        }
    }

    /// The origin of an address: its scheme and authority.
    ///
    /// @throws IllegalArgumentException when it is no address of the web
    public static String originOf(String address) {
        URI uri = URI.create(address);
        String origin = uri.getScheme() + "://" + uri.getRawAuthority();
        requireOrigin(origin);
        return origin;
    }

    public ServerSettings withOrigins(List<String> more) {
        return new ServerSettings(host, port, more, longestBody, grace, connections, streams);
    }

    public static ServerSettings of(String host, int port) {
        return new ServerSettings(
                host, port, List.of(), LONGEST_BODY, DEFAULT_GRACE, ConnectionSettings.DEFAULT, StreamSettings.DEFAULT);
    }

    /// Whether only this machine can reach the server.
    public boolean isLoopback() {
        return Loopback.isName(host);
    }
}
