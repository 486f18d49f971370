package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients that are not ours drive the real `waybill mcp` and the real `waybill serve` through a whole review.
class ForeignAgentTest {

    @TempDir
    private Path folder;

    private DataDirectory directory = new DataDirectory(Path.of("nowhere"));

    @BeforeEach
    void prepare() throws IOException {
        directory = DataDirectory.in(folder);
    }

    @Test
    void theTypeScriptSdkReviewsOverStandardInputAndOutput() throws Exception {
        List<String> server = new ArrayList<>(List.of("stdio"));
        server.addAll(directory.mcpCommand());
        try (ForeignAgent agent = new TypeScriptAgent(directory.variables(), server)) {
            reviewsAndLeavesAProof(agent);
        }
    }

    @Test
    void theTypeScriptSdkReviewsOverHttpWithAKey() throws Exception {
        try (Served server = directory.serve("");
                ForeignAgent agent = new TypeScriptAgent(
                        directory.variables(), List.of("http", server.url() + "/mcp", server.key()))) {
            reviewsAndLeavesAProof(agent);
        }
    }

    @Test
    void theInspectorReviewsOverStandardInputAndOutput() throws Exception {
        List<String> java = directory.mcpCommand();
        // The inspector takes options of the server for its own, so they come from a file.
        Path options = Files.write(folder.resolve("options"), java.subList(1, java.size()));
        reviewsAndLeavesAProof(new InspectorAgent(directory.variables(), List.of(java.getFirst(), "@" + options)));
    }

    @Test
    void theInspectorReviewsOverHttpWithAKey() throws Exception {
        try (Served server = directory.serve("")) {
            reviewsAndLeavesAProof(new InspectorAgent(
                    directory.variables(),
                    List.of(
                            server.url() + "/mcp",
                            "--transport",
                            "http",
                            "--header",
                            "Authorization: Bearer " + server.key())));
        }
    }

    /// What the agent did can be checked afterwards, by people and by anyone who gets the bundle.
    private void reviewsAndLeavesAProof(ForeignAgent agent) throws Exception {
        String run = new Review(agent).walk();
        assertThat(directory.ask(ExitCode.YES, "events", run, "--json").out())
                .contains("mr_review.phase_0_triage", "mr_review.changed_files", "mr_review.findings");
        assertThat(directory.ask(ExitCode.YES, "fsck", "--deep").out()).contains("all is well");
        String bundle = folder.resolve("bundle.zip").toString();
        directory.ask(ExitCode.YES, "export", run, "-o", bundle);
        directory.ask(ExitCode.YES, "verify", bundle);
    }
}
