package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Until;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies that do not come as they should: each gets an answer that says so, or nobody is left to hear one.
@Timeout(60)
class RestBodiesTest {

    private static final String BODY = "{\"workflowId\":\"noop\"}";
    private static final String NEXT = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final RestDesk desk = new RestDesk().knows("noop", "core.noop", "");

    @AfterEach
    void close() {
        assertThat(desk.troubles).isEmpty();
        desk.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "-1\r\n", "0x5\r\n", "15;a=b\r\n" + BODY + "\r\n0\r\n\r\n"})
    void chunksThatCannotBeReadAreRefusedAndNothingBehindThemIsServed(String chunks) throws IOException {
        assertThat(answers(chunks + NEXT))
                .startsWith("HTTP/1.1 400")
                .containsIgnoringCase("connection: close")
                .contains("bad_request", "chunks")
                .doesNotContain("alive");
    }

    @Test
    void aTrailerIsRefused() throws IOException {
        assertThat(answers("15\r\n" + BODY + "\r\n0\r\nX-T: 1\r\n\r\n" + NEXT))
                .startsWith("HTTP/1.1 400")
                .contains("no trailer")
                .doesNotContain("alive");
    }

    @Test
    void aBodyThatIsTooLongAndNeverEndsIsRefusedAllTheSame() throws IOException {
        assertThat(answers("20000\r\n" + "x".repeat(0x20000) + "\r\n"))
                .startsWith("HTTP/1.1 413")
                .contains("payload_too_large", "maxRequestBodyBytes");
    }

    @Test
    void aClientThatIsGoneInTheMiddleOfItsBodyIsNoTrouble() throws IOException {
        try (Socket socket = connect()) {
            say(socket, head("Content-Length: 100") + "{");
        }
        try (Socket socket = connect()) {
            say(socket, head("Transfer-Encoding: chunked") + "15\r\n{");
        }
        assertThat(Until.seen(() -> desk.get("/v1/runs").body(), body -> body.equals("{\"runs\":[]}")))
                .isNotNull();
    }

    /// Everything that comes until the server closes.
    private String answers(String chunks) throws IOException {
        try (Socket socket = connect()) {
            say(socket, head("Transfer-Encoding: chunked") + chunks);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Socket connect() throws IOException {
        URI url = URI.create(desk.url());
        Socket socket = new Socket(url.getHost(), url.getPort());
        socket.setSoTimeout(5_000);
        return socket;
    }

    private static void say(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static String head(String framing) {
        return "POST /v1/runs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + RestDesk.ACME
                + "\r\nContent-Type: application/json\r\n" + framing + "\r\n\r\n";
    }
}
