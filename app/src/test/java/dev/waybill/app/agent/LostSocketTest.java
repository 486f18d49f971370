package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An agent that loses its socket to a `waybill serve` in the middle of a call, and calls again.
@Timeout(120)
class LostSocketTest {

    @TempDir
    private Path folder;

    @Test
    void halfACallRecordsNothingAndALostAnswerIsGivenAgain() throws Exception {
        DataDirectory directory = DataDirectory.in(folder);
        try (Served served = directory.serve("");
                HttpClient client = HttpClient.newHttpClient()) {
            HttpAgent agent = new HttpAgent(client, served);
            lose(served, "workflow_start", DataDirectory.rounds(2), true);
            Answer first = agent.call("workflow_start", DataDirectory.rounds(2)).good();

            JsonObject advance = first.acknowledged("Looked.");
            lose(served, "workflow_advance", advance, true);
            lose(served, "workflow_advance", advance, false);
            Answer second = agent.call("workflow_advance", advance).good();

            assertThat(second.isForked()).isFalse();
            assertThat(agent.call("workflow_advance", advance).text()).isEqualTo(second.text());
            assertThat(directory.ask(ExitCode.YES, "runs", "--ids").out().lines())
                    .containsExactly(first.runId());
            directory.ask(ExitCode.YES, "fsck");
        }
    }

    /// @param half the call breaks off in its middle; otherwise the answer does, which by then is recorded
    private static void lose(Served served, String tool, JsonObject arguments, boolean half) throws IOException {
        byte[] body = HttpAgent.message(tool, arguments).getBytes(StandardCharsets.UTF_8);
        String head = """
                POST /mcp HTTP/1.1
                Host: localhost
                Authorization: Bearer %s
                Content-Type: application/json
                Accept: application/json, text/event-stream
                Content-Length: %d

                """.formatted(served.key(), body.length).replace("\n", "\r\n");
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(served.url()).getPort())) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body, 0, half ? body.length / 2 : body.length);
            if (!half) {
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
        }
    }
}
