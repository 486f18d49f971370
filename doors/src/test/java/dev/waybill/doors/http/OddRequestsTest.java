package dev.waybill.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import io.helidon.webserver.http.HttpRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests as no client sends them: each gets one answer, which blames the caller, and nothing behind it is served.
class OddRequestsTest {

    private final WaybillServer server = WaybillServer.start(
            ServerSettings.of("127.0.0.1", 0),
            new OpenGate(new Caller("acme", "ada", Scope.ALL)),
            Optional::empty,
            List.of(new Echo()));

    private record Echo() implements Door {

        @Override
        public void open(HttpRules rules) {
            rules.any("/echo", (request, response) -> response.send(RequestBody.read(request, 1_000)));
        }

        @Override
        public String notice() {
            return "echo";
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /// @param request with `/` for the end of a line
    private String answer(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            G@T /echo HTTP/1.1~Host: localhost~~                                                     | 400 | bad_request
            POST /echo HTTP/1.1~Host: localhost~Transfer-Encoding: gzip, chunked~~0~~                | 501 | not_implemented
            GET /echo HTTP/1.1~Host: localhost~Authorization: Bearer a~Authorization: Bearer b~Connection: close~~ | 400 | bad_request
            """)
    void whatIsWrongWithARequestIsTheCallersMistake(String request, int status, String code) throws IOException {
        String answer = answer(request.replace("~", "\r\n"));
        assertThat(answer).startsWith("HTTP/1.1 " + status).contains("\"error\":\"" + code + "\"");
    }

    @Test
    void nothingBehindChunksIsServed() throws IOException {
        String answer = answer("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabcXX0\r\n\r\nGET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(answer.split("HTTP/1.1 ", -1)).as(answer).hasSize(2);
    }
}
