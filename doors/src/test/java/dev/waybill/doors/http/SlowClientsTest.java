package dev.waybill.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.runtime.Caller;
import io.helidon.webserver.http.HttpRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Clients that hold a connection without sending a request, over real sockets.
@Timeout(60)
class SlowClientsTest {

    private static final Duration PATIENCE = Duration.ofMillis(700);

    /// For clients that must not be cut however slow the machine makes them.
    private static final Duration FOR_EVER = Duration.ofHours(1);

    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private WaybillServer server = start(new ConnectionSettings(1_000, PATIENCE), PATIENCE.multipliedBy(3));

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void whoSaysNothingIsCut() throws IOException {
        try (Socket socket = connect()) {
            assertThat(isCut(socket)).isTrue();
        }
    }

    @Test
    void whoSendsAHeadByteByByteIsCutHoweverBusyHeIs() throws Exception {
        try (Socket socket = connect()) {
            assertThat(isCutWhileSending(socket, "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "))
                    .isTrue();
        }
    }

    @Test
    void whoSendsABodyByteByByteIsCut() throws Exception {
        try (Socket socket = connect()) {
            assertThat(isCutWhileSending(
                            socket, "POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"))
                    .isTrue();
        }
    }

    @Test
    void whoWaitsForItsAnswerIsNotCut() throws IOException {
        try (Socket socket = connect()) {
            say(socket, "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(answer(socket)).contains("200 OK", "at last");
        }
    }

    @Test
    void aConnectionStaysForTheNextRequest() throws IOException {
        restart(new ConnectionSettings(1_000, FOR_EVER));
        try (Socket socket = connect()) {
            for (int i = 0; i < 3; i++) {
                say(socket, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(answer(socket)).contains("200 OK");
            }
        }
    }

    @Test
    void whereNoPlaceIsLeftTheLongestSilentMakeRoom() throws IOException {
        restart(new ConnectionSettings(4, FOR_EVER));
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                silent.add(connect());
            }
            try (Socket socket = connect()) {
                say(socket, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(answer(socket)).contains("200 OK");
            }
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }

    @Test
    void whatFailsInsideNamesNoPath() throws IOException {
        try (Socket socket = connect()) {
            say(socket, "GET /broken HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(answer(socket))
                    .contains("503", "store_full", "the disk of this Waybill is full")
                    .doesNotContain("/var/lib");
            say(socket, "GET /lost HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(answer(socket)).contains("500").doesNotContain("/var/lib");
        }
    }

    private void restart(ConnectionSettings connections) {
        server.close();
        server = start(connections, Duration.ZERO);
    }

    /// @param takes how long the server takes for a slow answer
    private static WaybillServer start(ConnectionSettings connections, Duration takes) {
        ServerSettings settings = new ServerSettings(
                "127.0.0.1", 0, List.of(), 1_000_000, Duration.ofSeconds(1), connections, StreamSettings.DEFAULT);
        Caller everybody = new Caller("acme", "ada", Scope.ALL);
        return WaybillServer.start(settings, new OpenGate(everybody), Optional::empty, List.of(new TestDoor(takes)));
    }

    /// Answers slowly, reads what is sent, fails.
    private record TestDoor(Duration takes) implements Door {
        @Override
        public void open(HttpRules rules) {
            rules.get("/slow", (_, response) -> {
                Thread.sleep(takes);
                response.send("at last");
            });
            rules.post(
                    "/read",
                    (request, response) -> response.send(request.content().as(String.class)));
            rules.get("/broken", (_, _) -> {
                throw new StoreException(StoreProblem.DISK_FULL, "no space left for /var/lib/waybill.db", null);
            });
            rules.get("/lost", (_, _) -> {
                throw new UncheckedIOException(new NoSuchFileException("/var/lib/waybill.db"));
            });
        }

        @Override
        public String notice() {
            return "a test";
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(30_000);
        return socket;
    }

    private static void say(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /// A whole answer, in however many pieces it comes.
    private static String answer(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("after " + head).isNotNegative();
            head.append((char) next);
        }
        Matcher length = LENGTH.matcher(head);
        assertThat(length.find()).as(head.toString()).isTrue();
        byte[] body = socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
        return head + new String(body, StandardCharsets.UTF_8);
    }

    private static boolean isCut(Socket socket) throws IOException {
        try (InputStream in = socket.getInputStream()) {
            return in.read() < 0;
        } catch (SocketException _) {
            return true;
        }
    }

    private static boolean isCutWhileSending(Socket socket, String beginning) throws Exception {
        try {
            say(socket, beginning);
            while (socket.getInputStream().available() == 0) {
                say(socket, "x");
                Thread.sleep(PATIENCE.dividedBy(10));
            }
            return false;
        } catch (SocketException _) {
            return true;
        }
    }
}
