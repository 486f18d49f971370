package dev.waybill.runtime.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The one way out over HTTP. It follows no redirect by itself: whoever wants to go on judges the next address first,
/// with the same rules ([#next]).
///
/// Two kinds of addresses: those that an operator wrote into the configuration ([#toConfigured], such as a model on
/// this machine) go anywhere; those that come from a workflow, a caller or another system's answer ([#toGiven]) go
/// only where [EgressRules] say. To a replay both are closed ([Seam]).
public final class Egress {

    private static final Duration CONNECTING = Duration.ofSeconds(10);
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_ERROR = 400;
    private static final int NOT_MODIFIED = 304;
    private static final int HIGHEST_PORT = 65_535;
    private static final Pattern NUMBERS =
            Pattern.compile("(0[xX][0-9a-fA-F]*|[0-9]+)([.](0[xX][0-9a-fA-F]*|[0-9]+))*");
    private static final Pattern USUAL = Pattern.compile("(0|[1-9][0-9]{0,2})([.](0|[1-9][0-9]{0,2})){3}");

    private final EgressRules rules;

    public Egress(EgressRules rules) {
        this.rules = rules;
    }

    /// Made with the first request: most commands never send one, and a client costs threads and time.
    private static final class Connections {
        static final HttpClient CLIENT = HttpClient.newBuilder()
                .connectTimeout(CONNECTING)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /// The same way out under other rules.
    public Egress under(EgressRules others) {
        return new Egress(others);
    }

    public EgressRules rules() {
        return rules;
    }

    /// Sends to an address of the configuration.
    public <T> HttpResponse<T> toConfigured(HttpRequest request, BodyHandler<T> body)
            throws IOException, InterruptedException {
        Seam.HTTP.pass();
        requireHttp(request.uri());
        return Connections.CLIENT.send(request, body);
    }

    /// Sends to an address that somebody gave us.
    ///
    /// @throws EgressRefused when this host does not go there
    public <T> HttpResponse<T> toGiven(HttpRequest request, BodyHandler<T> body)
            throws IOException, InterruptedException {
        Seam.HTTP.pass();
        try (PinnedNames.Held _ = judged(request.uri())) {
            return Connections.CLIENT.send(request, body);
        }
    }

    /// Judges an address without going there, as when somebody registers it. It is judged again with each request.
    ///
    /// @throws EgressRefused when this host does not go there
    public void check(URI address) throws IOException {
        judged(address).close();
    }

    /// Where an answer sends us on to; empty for one that does not.
    public static Optional<URI> next(HttpResponse<?> response) {
        int status = response.statusCode();
        return status >= FIRST_REDIRECT && status < FIRST_ERROR && status != NOT_MODIFIED
                ? response.headers().firstValue("location").flatMap(to -> resolved(response.uri(), to))
                : Optional.empty();
    }

    private static Optional<URI> resolved(URI from, String to) {
        try {
            return Optional.of(from.resolve(to));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private PinnedNames.Held judged(URI address) throws IOException {
        String host = requireHttp(address);
        if (!rules.privateToo() && isThisMachine(host)) {
            throw new EgressRefused("this host does not connect to %s: it leads to this machine".formatted(host));
        }
        if (!rules.allows(host)) {
            throw new EgressRefused("this host does not connect to " + host);
        }
        PinnedNames.Held held = held(host);
        for (InetAddress each : held.addresses()) {
            if (!rules.privateToo() && !Addresses.isPublic(each)) {
                held.close();
                throw new EgressRefused(
                        "this host does not connect to %s: it leads to a private address".formatted(host));
            }
        }
        return held;
    }

    /// These names belong to every machine itself, whoever resolves them (RFC 6761), also where nobody does yet.
    private static boolean isThisMachine(String host) {
        String name = host.toLowerCase(Locale.ROOT).replaceFirst("[.]$", "");
        return name.equals("localhost") || name.endsWith(".localhost");
    }

    private static PinnedNames.Held held(String host) throws IOException {
        if (NUMBERS.matcher(host).matches() && !USUAL.matcher(host).matches()) {
            // Others read 0177.0.0.1 or 127.1 as an address of this machine.
            throw new EgressRefused("an address in numbers has to be written in its usual form");
        }
        try {
            return PinnedNames.hold(host);
        } catch (UnknownHostException e) {
            throw new IOException("there is no host " + host, e);
        }
    }

    /// @return the host's name
    private static String requireHttp(URI address) throws EgressRefused {
        String scheme = address.getScheme();
        String host = address.getHost();
        if (host == null || !("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))) {
            throw new EgressRefused("expected an http or https address with a host");
        }
        if (address.getPort() > HIGHEST_PORT) {
            throw new EgressRefused("expected a port up to %d, found %d".formatted(HIGHEST_PORT, address.getPort()));
        }
        if (address.getUserInfo() != null) {
            throw new EgressRefused("an address with a name or password in it is not used");
        }
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
