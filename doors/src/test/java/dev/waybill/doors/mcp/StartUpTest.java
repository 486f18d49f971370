package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a process has loaded when it answers `tools/list`: a client waits for that answer at every start.
class StartUpTest {

    private static final String REQUESTS = """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},\
            "clientInfo":{"name":"start-up","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            {"jsonrpc":"2.0","id":2,"method":"tools/list"}
            """;

    /// The store, native crypto, the schema validator, the HTTP server, a client of MCP and a second JSON library.
    private static final List<String> TOO_EARLY = List.of(
            "dev.waybill.store.",
            "dev.waybill.workflow.schema.",
            "dev.waybill.doors.http.",
            "org.sqlite.",
            "org.postgresql.",
            "com.amazon.corretto.",
            "org.conscrypt.",
            "com.networknt.",
            "io.modelcontextprotocol.",
            "reactor.",
            "tools.jackson.",
            "io.helidon.");

    @TempDir
    private Path directory;

    @Test
    void nothingHeavyIsLoadedBeforeTheToolsAreListed() throws Exception {
        List<String> loaded = loadedBeforeTheList(directory.resolve("classes.txt"));
        System.out.printf(
                "Classes loaded before the tools/list answer: %d, of which waybill %d%n",
                loaded.size(), count(loaded, "dev.waybill."));

        assertThat(count(loaded, "dev.waybill.doors.mcp.McpStdio")).isPositive();
        assertThat(loaded).noneMatch(name -> TOO_EARLY.stream().anyMatch(name::startsWith));
        assertThat(loaded).doesNotContain(TwoSteps.class.getName());
    }

    private static List<String> loadedBeforeTheList(Path log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(StdioProcess.command("-Xlog:class+load:file=" + log))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream in = process.getOutputStream();
                BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            in.write(REQUESTS.getBytes(StandardCharsets.UTF_8));
            in.flush();
            assertThat(out.readLine()).contains("\"id\":1");
            assertThat(out.readLine()).contains("\"id\":2", "workflow_advance");
            return classes(log);
        } finally {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /// Lines such as `[0.012s][info][class,load] java.lang.Object source: shared objects file`.
    private static List<String> classes(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.contains(" source:"))
                .map(line -> line.substring(line.lastIndexOf(']', line.indexOf(" source:")) + 1)
                        .strip()
                        .split(" ", 2)[0])
                .toList();
    }

    private static long count(List<String> classes, String prefix) {
        return classes.stream().filter(name -> name.startsWith(prefix)).count();
    }
}
