package dev.waybill.agents.mcp;

import dev.waybill.agents.process.ProcessTree;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// MCP over the standard streams of a program. Ours instead of the SDK's, because closing has to end the program with
/// all of its children, a line has to have an end, and whoever waits has to hear that the program is gone.
final class ProcessTransport implements McpClientTransport {

    private final ProcessTree program;
    private final McpJsonMapper mapper;
    private final int longest;
    private final Consumer<String> lost;
    private volatile @Nullable Consumer<Throwable> trouble;

    /// @param longest how many bytes a message may have
    /// @param lost is told why there will be no more answers
    ProcessTransport(ProcessTree program, McpJsonMapper mapper, int longest, Consumer<String> lost) {
        this.program = program;
        this.mapper = mapper;
        this.longest = longest;
        this.lost = lost;
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        return Mono.fromRunnable(() -> Thread.ofVirtual().name("mcp-answers").start(() -> listen(handler)));
    }

    private void listen(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        String why = "the server ended its output";
        try (InputStream out = program.output()) {
            byte[] line = line(out);
            while (line != null) {
                if (line.length > 0) {
                    take(new String(line, StandardCharsets.UTF_8), handler);
                }
                line = line(out);
            }
        } catch (IOException | RuntimeException e) {
            why = String.valueOf(e.getMessage());
            Consumer<Throwable> told = trouble;
            if (told != null) {
                told.accept(e);
            }
        }
        lost.accept(why);
    }

    /// What is no message is none of ours: some programs greet on their output.
    private void take(String line, Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        JSONRPCMessage message;
        try {
            message = McpSchema.deserializeJsonRpcMessage(mapper, line);
        } catch (IOException | RuntimeException _) {
            return;
        }
        handler.apply(Mono.just(message)).subscribe(_ -> {}, _ -> {});
    }

    /// @return null at the end
    private byte @Nullable [] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        while (next >= 0 && next != '\n') {
            if (line.size() == longest) {
                throw new IOException("the server answers with more than %d bytes at once".formatted(longest));
            }
            line.write(next);
            next = in.read();
        }
        return line.toByteArray();
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return Mono.fromRunnable(() -> {
            try {
                byte[] line = (mapper.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
                OutputStream in = program.input();
                synchronized (in) {
                    in.write(line);
                    in.flush();
                }
            } catch (IOException e) {
                throw new IllegalStateException("the server takes no more input", e);
            }
        });
    }

    @Override
    public void setExceptionHandler(Consumer<Throwable> handler) {
        trouble = handler;
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.fromRunnable(program::close);
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return mapper.convertValue(data, type);
    }
}
