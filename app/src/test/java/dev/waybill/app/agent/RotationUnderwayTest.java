package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.reliability.Spawned;
import java.net.http.HttpClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `waybill keys rotate` beside a `waybill serve` that goes on.
class RotationUnderwayTest {

    @TempDir
    private Path folder;

    @Test
    void aRunningServerSignsWithTheNewKeyFromItsNextSignatureOn() throws Exception {
        DataDirectory directory = DataDirectory.in(folder);
        try (Served served = directory.serve("");
                HttpClient client = HttpClient.newHttpClient()) {
            HttpAgent agent = new HttpAgent(client, served);
            Answer first = agent.call("workflow_start", DataDirectory.rounds(2)).good();

            rotate(directory, "--overlap", "0");
            // The old key retires with the end of this second: what it signs from then on is invalid for ever.
            Thread.sleep(1_100);
            Answer second = agent.call("workflow_advance", first.acknowledged("Looked."))
                    .good();
            Answer last = agent.call("workflow_advance", second.acknowledged("Looked again."))
                    .good();

            assertThat(last.isComplete()).isTrue();
            String proof = folder.resolve("proof.zip").toString();
            directory.ask(ExitCode.YES, "export", first.runId(), "--out", proof);
            directory.ask(ExitCode.YES, "verify", proof);
            directory.ask(ExitCode.YES, "fsck");
        }
    }

    @Test
    void aRunningServerNeitherAcceptsNorSealsTokensUnderAKeyThatWasRotatedAway() throws Exception {
        DataDirectory directory = DataDirectory.in(folder);
        try (Served served = directory.serve("");
                HttpClient client = HttpClient.newHttpClient();
                McpAgent neighbour = directory.mcp()) {
            HttpAgent agent = new HttpAgent(client, served);
            Answer old = agent.call("workflow_start", DataDirectory.rounds(2)).good();

            rotate(directory, "--tokens", "--valid-for", "0");

            assertThat(agent.call("workflow_advance", old.acknowledged("Looked."))
                            .text())
                    .contains("TOKEN_EXPIRED");
            Answer fresh = agent.call("workflow_start", DataDirectory.rounds(2)).good();
            Answer next = neighbour
                    .call("workflow_advance", fresh.acknowledged("Looked."))
                    .good();
            agent.call("workflow_advance", next.acknowledged("Looked again.")).good();
        }
    }

    private static void rotate(DataDirectory directory, String... more) throws Exception {
        String[] words = new String[more.length + 2];
        words[0] = "keys";
        words[1] = "rotate";
        System.arraycopy(more, 0, words, 2, more.length);
        try (Spawned command = directory.spawn(words)) {
            assertThat(command.process().waitFor()).as(command.words()).isZero();
        }
    }
}
