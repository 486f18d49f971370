package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Until;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A process that serves MCP on its standard input and output.
class StdioProcessTest {

    private static final String CALL = """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"workflow_list","arguments":{}}}
            """;

    @TempDir
    private Path directory;

    @Test
    void onlyTheProtocolIsOnStandardOutputAndTheEndOfInputEndsIt() throws Exception {
        Path errors = directory.resolve("errors.txt");
        Process process = new ProcessBuilder(StdioProcess.command())
                .redirectError(errors.toFile())
                .start();
        process.getOutputStream().write(CALL.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(output.lines()).singleElement().asString().startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":");
        assertThat(Files.readString(errors)).contains("the tools are opened");
    }

    /// The shell starts the server in the background with an input that stays open, and is then killed.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void itEndsWhenItsParentDiesThoughItsInputStaysOpen() throws Exception {
        Path input = directory.resolve("input");
        assertThat(new ProcessBuilder("mkfifo", input.toString()).start().waitFor())
                .isZero();
        Path output = directory.resolve("output");
        List<String> shell = new ArrayList<>(List.of(
                "sh",
                "-c",
                "fifo=$1; out=$2; shift 2; exec 3<>\"$fifo\"; \"$@\" <\"$fifo\" >\"$out\" & echo $!; wait",
                "sh"));
        shell.add(input.toString());
        shell.add(output.toString());
        shell.addAll(StdioProcess.command());
        Process parent = new ProcessBuilder(shell)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ProcessHandle server = childOf(parent);
        try {
            // It has looked who started it before it answers.
            Files.writeString(input, CALL);
            Until.holds("it answers", () -> Files.exists(output) && Files.size(output) > 0);
            assertThat(server.isAlive()).as("it serves while its parent lives").isTrue();
            parent.destroyForcibly().waitFor();
            server.onExit().get(2, TimeUnit.MINUTES);
        } finally {
            parent.destroyForcibly();
            server.destroyForcibly();
        }
    }

    /// The process whose id the shell prints.
    private static ProcessHandle childOf(Process shell) throws IOException {
        try (BufferedReader out = shell.inputReader(StandardCharsets.UTF_8)) {
            return ProcessHandle.of(Long.parseLong(out.readLine().strip())).orElseThrow();
        }
    }
}
