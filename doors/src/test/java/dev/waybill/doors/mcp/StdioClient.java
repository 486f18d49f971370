package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.guided.GuidedTools;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Speaks raw lines with a door in the same process, to send what no decent client sends.
final class StdioClient implements AutoCloseable {

    static final Caller EVERYBODY = new Caller("default", "everybody", Scope.ALL);

    private final PipedOutputStream toServer = new PipedOutputStream();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread server;

    /// Answers come as `structuredContent`.
    StdioClient(Supplier<? extends GuidedTools> open) throws IOException {
        this(McpTools.standard(), open);
    }

    StdioClient(McpTools tools, Supplier<? extends GuidedTools> open) throws IOException {
        var serverIn = new PipedInputStream(toServer, 1 << 20);
        server = Thread.ofPlatform()
                .start(() -> McpStdio.serve(tools, open, EVERYBODY, "0.0.1", serverIn, new Collecting()));
    }

    void send(String line) throws IOException {
        toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        toServer.flush();
    }

    void call(int id, String tool, String arguments) throws IOException {
        send("""
                {"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":%s}}""".formatted(id, tool, arguments));
    }

    /// The next line that the server sent.
    String line() throws InterruptedException {
        String line = lines.poll(30, TimeUnit.SECONDS);
        assertThat(line).as("an answer within 30 seconds").isNotNull();
        return line == null ? "" : line;
    }

    JsonObject answer() throws InterruptedException {
        return JsonReader.readAnyNumbers(line().getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    /// Ends the input and waits until the server is done.
    @Override
    public void close() throws IOException {
        toServer.close();
        try {
            assertThat(server.join(Duration.ofSeconds(30))).isTrue();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    int unread() {
        return lines.size();
    }

    /// Every write must be exactly one line.
    private final class Collecting extends OutputStream {

        @Override
        public void write(int b) {
            throw new AssertionError("a message was written byte by byte");
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            String text = new String(bytes, from, length, StandardCharsets.UTF_8);
            assertThat(text.indexOf('\n')).isEqualTo(text.length() - 1);
            lines.add(text.strip());
        }
    }
}
