package dev.waybill.doors.http;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.journal.store.StoreException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The one HTTP server of a host. It asks the gatekeeper before any door sees a request, and answers `/health` and
/// `/ready` to anybody.
public final class WaybillServer implements AutoCloseable {

    /// Held, because a logger that nobody holds forgets its level. What matters to a user, Waybill says itself.
    private static final Logger SERVER_LOG = Logger.getLogger("io.helidon");

    /// A reader that takes nothing for so long is cut.
    private static final Duration LAST_FRAME = Duration.ofSeconds(1);

    private final ServerSettings settings;
    private final Gatekeeper gate;
    private final BrowserGuard browsers;
    private final Cors cors;
    private final Readiness readiness;
    private final List<Door> doors;
    private final RunningRequests running = new RunningRequests();
    private final Connections connections;
    private final OpenStreams streams;
    private final WebServer server;

    private final Listening listening;

    private WaybillServer(ServerSettings settings, Gatekeeper gate, Readiness readiness, List<Door> doors) {
        this.settings = settings;
        this.gate = gate;
        this.browsers = new BrowserGuard(settings, () -> !gate.asksForKeys());
        this.cors = new Cors(settings.origins());
        this.readiness = readiness;
        this.doors = List.copyOf(doors);
        this.connections = new Connections(settings.connections());
        this.streams = new OpenStreams(settings.streams());
        this.server = build();
        var _ = server.start();
        if (!server.isRunning() || server.port() < 0) {
            var _ = server.stop();
            throw new UncheckedIOException(new BindException("the address is in use"));
        }
        this.listening = new Listening(settings.host(), server.port());
    }

    /// Starts to listen.
    ///
    /// @throws IllegalArgumentException when the server would be open to the network without asking for keys
    /// @throws UncheckedIOException when the address cannot be listened on
    public static WaybillServer start(ServerSettings settings, Gatekeeper gate, Readiness readiness, List<Door> doors) {
        if (!gate.asksForKeys() && !settings.isLoopback()) {
            throw new IllegalArgumentException("a server without API keys may only listen on this machine (127.0.0.1,"
                    + " ::1, localhost), not on " + settings.host());
        }
        requireFree(settings);
        SERVER_LOG.setLevel(Level.WARNING);
        return new WaybillServer(settings, gate, readiness, doors);
    }

    /// Whether somebody could listen there now.
    public static boolean isFree(ServerSettings settings) {
        try {
            requireFree(settings);
            return true;
        } catch (UncheckedIOException _) {
            return false;
        }
    }

    /// The server tells a log that its port is taken, and nobody else; here it is told before it can happen.
    private static void requireFree(ServerSettings settings) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(settings.host(), settings.port()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private WebServer build() {
        return WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                .shutdownHook(false)
                .shutdownGracePeriod(settings.grace())
                .maxPayloadSize(settings.longestBody())
                .maxTcpConnections(connections.most())
                .connectionOptions(connections.options())
                .directHandlers(Unread.handlers())
                .routing(this::route)
                .build();
    }

    private void route(HttpRouting.Builder routing) {
        routing.addFilter(this::enter);
        doors.forEach(door -> door.filter().ifPresent(routing::addFilter));
        routing.error(StoreException.class, (_, response, problem) -> Replies.refuse(response, problem.outside()));
        routing.error(BodyException.class, (_, response, unread) -> Replies.refuse(response, unread));
        routing.get("/health", (_, response) -> alive(response));
        routing.get("/ready", (_, response) -> ready(response));
        doors.forEach(door -> door.openToAll(routing));
        routing.any(this::pass);
        doors.forEach(door -> door.open(routing));
        routing.any((_, response) ->
                Replies.error(response, Status.NOT_FOUND_404, "not_found", "nothing is served at this path"));
    }

    private void enter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        if (!running.begin()) {
            refuse(response, Kind.UNAVAILABLE, "stopping", "the server is stopping; try again");
            return;
        }
        HeadOnly.serve(request, response);
        Visit visit =
                new Visit(running, streams, () -> admit(request) instanceof Gatekeeper.Admission.Admitted, response);
        if (request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)
                || request.headers().contains(HeaderNames.TRANSFER_ENCODING)) {
            // What stands behind chunks that another server would end elsewhere is never a request.
            visit.hangsUp();
        }
        request.context().register(visit);
        connections.arrived(request);
        try {
            if (isPlain(request, response) && isOurs(request, response) && !cors.answers(request, response)) {
                chain.proceed();
            }
        } finally {
            visit.leave();
            visit.hearOut(() -> connections.leaves(request));
            connections.answered(request);
        }
        if (visit.isLast()) {
            // The header alone tells only the client: the server would wait for the next request.
            throw new CloseConnectionException("nothing more is read here");
        }
    }

    /// Of two keys nobody knows which one counts: a proxy in front may have judged the other.
    private static boolean isPlain(ServerRequest request, ServerResponse response) {
        boolean plain = !request.headers().contains(HeaderNames.AUTHORIZATION)
                || request.headers().get(HeaderNames.AUTHORIZATION).valueCount() == 1;
        if (!plain) {
            refuse(response, Kind.INVALID, "bad_request", "expected one Authorization header, found several");
        }
        return plain;
    }

    private boolean isOurs(ServerRequest request, ServerResponse response) {
        Optional<String> objection =
                browsers.objection(header(request, HeaderNames.ORIGIN), header(request, HeaderNames.HOST));
        objection.ifPresent(why -> refuse(response, Kind.FORBIDDEN, "foreign_origin", why));
        return objection.isEmpty();
    }

    /// The gate. Routes are tried in their order: what was declared before it needs no key, everything else is
    /// behind it.
    private void pass(ServerRequest request, ServerResponse response) {
        switch (admit(request)) {
            case Gatekeeper.Admission.Admitted(var caller) -> {
                request.context().register(caller);
                connections.serves(request);
                response.next();
            }
            case Gatekeeper.Admission.Refused(var why) -> {
                response.header(HeaderNames.WWW_AUTHENTICATE, "Bearer realm=\"waybill\"");
                refuse(response, Kind.UNAUTHENTICATED, "unauthenticated", why);
            }
            case Gatekeeper.Admission.Barred(var during) -> Replies.bar(response, during);
            case Gatekeeper.Admission.Forbidden(var why) -> refuse(response, Kind.FORBIDDEN, "cross_site", why);
        }
    }

    private Gatekeeper.Admission admit(ServerRequest request) {
        return gate.admit(Credentials.of(request));
    }

    private static void refuse(ServerResponse response, Kind kind, String code, String message) {
        Replies.refuse(response, new Refusal(kind, code, message, null));
    }

    private static @Nullable String header(ServerRequest request, HeaderName name) {
        return request.headers().first(name).orElse(null);
    }

    private static void alive(ServerResponse response) {
        Replies.json(response, Status.OK_200, status("alive"));
    }

    private void ready(ServerResponse response) {
        Optional<String> obstacle = readiness.obstacle();
        if (obstacle.isPresent()) {
            refuse(response, Kind.UNAVAILABLE, "not_ready", obstacle.get());
        } else {
            Replies.json(response, Status.OK_200, status("ready"));
        }
    }

    private static byte[] status(String word) {
        return JsonWriter.compactBytes(JsonObject.of("status", word));
    }

    /// The port that is listened on, also when the system chose it.
    public int port() {
        return server.port();
    }

    public String url() {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return "http://" + host + ":" + port();
    }

    /// The line that says that the server is ready.
    public String readyLine() {
        String notices = doors.stream().map(Door::notice).collect(Collectors.joining(", "));
        String keys = gate.asksForKeys() ? "API key required" : "no API key needed, direct calls of this machine only";
        return "waybill is ready on " + url() + " (" + notices + "; " + keys + ")";
    }

    /// Takes no new requests, ends streams with a last frame, lets the other requests end within the grace,
    /// then stops.
    @Override
    public void close() {
        listening.close();
        streams.close(LAST_FRAME);
        running.drain(settings.grace());
        var _ = server.stop();
        connections.close();
    }

    /// Returns when the server has stopped to listen although nobody closed it.
    ///
    /// @return false when it was closed
    public boolean awaitLoss() throws InterruptedException {
        return listening.awaitLoss();
    }
}
