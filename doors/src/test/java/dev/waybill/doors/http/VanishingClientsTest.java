package dev.waybill.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import io.helidon.webserver.http.HttpRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Clients whose socket is lost in the middle of a call. The server has few places, endless patience and endless grace:
/// a place that is not given back would never be free again, and a request that never ends would hold up the end.
@Timeout(60)
class VanishingClientsTest {

    private static final int PLACES = 4;
    private static final Duration FOR_EVER = Duration.ofHours(1);

    private final TestDoor door = new TestDoor(new ConcurrentLinkedQueue<>());
    private final WaybillServer server = WaybillServer.start(
            new ServerSettings(
                    "127.0.0.1",
                    0,
                    List.of(),
                    1_000_000,
                    FOR_EVER,
                    new ConnectionSettings(PLACES, FOR_EVER),
                    StreamSettings.DEFAULT),
            new OpenGate(new Caller("acme", "ada", Scope.ALL)),
            Optional::empty,
            List.of(door));

    @AfterEach
    void nothingIsUnderWay() {
        server.close();
    }

    @Test
    void halfARequestIsNone() throws Exception {
        for (int i = 0; i < 3 * PLACES; i++) {
            try (Socket socket = vanishing()) {
                say(socket, "POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf");
            }
        }
        assertThat(asked("/health")).isEqualTo(200);
        assertThat(door.heard).isEmpty();
    }

    @Test
    void anAnswerThatNobodyTakesHoldsNothingUp() throws Exception {
        for (int i = 0; i < 3 * PLACES; i++) {
            try (Socket socket = vanishing()) {
                say(socket, "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
        }
        assertThat(asked("/health")).isEqualTo(200);
    }

    /// Remembers what was sent to it, and says much.
    private record TestDoor(Queue<String> heard) implements Door {
        @Override
        public void open(HttpRules rules) {
            rules.post("/read", (request, response) -> {
                heard.add(request.content().as(String.class));
                response.send();
            });
            rules.get("/large", (_, response) -> response.send(new byte[50_000_000]));
        }

        @Override
        public String notice() {
            return "a test";
        }
    }

    /// A socket that is reset instead of closed, as that of a killed process with unread data is.
    private Socket vanishing() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoLinger(true, 0);
        return socket;
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private int asked(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(server.url() + path)).build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }
}
