package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// HEAD is answered as GET would be, without the body.
@Timeout(60)
class RestHeadTest {

    private final RestDesk desk = new RestDesk().knows("noop", "core.noop", "");

    @AfterEach
    void close() {
        desk.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/.well-known/openwop, 200",
        "/health, 200",
        "/v1/runs, 200",
        "/v1/host/waybill/run-changes, 200",
        "/v1/runs/run_unknown, 404",
        "/v1/runs/x:fork, 405",
        "/nowhere, 404"
    })
    void theAnswerHasNoBodyAndTheNextOneFollowsAtOnce(String path, int status) throws IOException {
        String answers = answers(
                head("HEAD " + path) + head("GET /health").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
        String[] parts = answers.split("\r\n\r\n", -1);
        assertThat(parts[0]).startsWith("HTTP/1.1 " + status);
        assertThat(parts[1]).startsWith("HTTP/1.1 200");
        assertThat(parts[2]).contains("alive");
    }

    private static String head(String line) {
        return line + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + RestDesk.ACME + "\r\n\r\n";
    }

    private String answers(String requests) throws IOException {
        URI url = URI.create(desk.url());
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
