package dev.waybill.app.agent;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/// An agent with a `waybill mcp` of its own, as a client starts one. Several calls may be on their way at once.
final class McpAgent implements Agent, AutoCloseable {

    private final Process process;
    private final Writer in;
    private final AtomicInteger next = new AtomicInteger(1);
    private final Map<String, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();
    private volatile boolean ended;

    McpAgent(ProcessBuilder mcp) throws IOException, InterruptedException {
        process = mcp.start();
        in = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().start(this::read);
        JsonObject client = JsonObject.builder()
                .put("name", "test-agent")
                .put("version", "1")
                .build();
        request(
                "initialize",
                JsonObject.builder()
                        .put("protocolVersion", "2025-06-18")
                        .put("capabilities", JsonObject.EMPTY)
                        .put("clientInfo", client)
                        .build());
    }

    private void read() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                JsonObject message =
                        JsonReader.read(line, JsonLimits.DOCUMENT).asObject().orElseThrow();
                CompletableFuture<String> answer = waiting.remove(String.valueOf(message.get("id")));
                if (answer != null) {
                    answer.complete(line);
                }
            }
        } catch (IOException e) {
            // It was killed; those who wait are told below.
        } finally {
            ended = true;
            waiting.values().forEach(McpAgent::fail);
        }
    }

    private static void fail(CompletableFuture<String> answer) {
        answer.completeExceptionally(new IOException("waybill mcp has ended"));
    }

    /// @return the whole message that answers
    String request(String method, JsonObject params) throws IOException, InterruptedException {
        try {
            return send(method, params).get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    /// Sends without waiting.
    CompletableFuture<String> send(String method, JsonObject params) throws IOException {
        int id = next.getAndIncrement();
        CompletableFuture<String> answer = new CompletableFuture<>();
        waiting.put(Integer.toString(id), answer);
        String line = JsonWriter.compact(JsonObject.builder()
                .put("jsonrpc", "2.0")
                .put("id", id)
                .put("method", method)
                .put("params", params)
                .build());
        synchronized (in) {
            in.write(line + "\n");
            in.flush();
        }
        if (ended) {
            fail(answer);
        }
        return answer;
    }

    @Override
    public Answer call(String tool, JsonObject arguments) throws IOException, InterruptedException {
        return Answer.of(request("tools/call", params(tool, arguments)));
    }

    static JsonObject params(String tool, JsonObject arguments) {
        return JsonObject.builder()
                .put("name", tool)
                .put("arguments", arguments)
                .build();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /// The client goes away.
    int leave() throws IOException, InterruptedException {
        synchronized (in) {
            in.close();
        }
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
