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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Clients that hold a connection without sending a request, over real sockets.
@Timeout(60)
class SlowClientsTest {

    private static final Duration PATIENCE = Duration.ofMillis(700);

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
        try (Socket socket = connect()) {
            for (int i = 0; i < 3; i++) {
                say(socket, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(answer(socket)).contains("200 OK");
            }
        }
    }

    @Test
    void whereNoPlaceIsLeftTheLongestSilentMakeRoom() throws IOException {
        server.close();
        server = start(new ConnectionSettings(4, Duration.ofHours(1)), Duration.ZERO);
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

    /// @param takes how long the server takes for a slow answer
    private static WaybillServer start(ConnectionSettings connections, Duration takes) {
        ServerSettings settings = new ServerSettings(
                "127.0.0.1", 0, List.of(), 1_000_000, Duration.ofSeconds(1), connections, StreamSettings.DEFAULT);
        Caller everybody = new Caller("acme", "ada", Scope.ALL);
        return WaybillServer.start(settings, Gatekeeper.open(everybody), Optional::empty, List.of(new TestDoor(takes)));
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

    /// What comes before the next silence; answers here are short.
    private static String answer(Socket socket) throws IOException {
        byte[] bytes = new byte[10_000];
        int length = 0;
        do {
            length += Math.max(0, socket.getInputStream().read(bytes, length, bytes.length - length));
        } while (socket.getInputStream().available() > 0);
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
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
