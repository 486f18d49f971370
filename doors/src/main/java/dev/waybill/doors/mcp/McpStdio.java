package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedTools;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Serves one MCP client over a pair of streams, a message a line.
///
/// Every request has its own virtual thread: a slow one holds up nobody, and answers leave in the order in which they
/// are ready. It ends when the input ends or the parent process is gone, and lets running calls finish first.
public final class McpStdio {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final McpProtocol protocol;
    private final MessageLines in;
    private final LineOutput out;
    private final Caller caller;
    private final CountDownLatch ended = new CountDownLatch(1);

    /// How many requests of an id are being worked on, and for which nobody waits any more.
    private final Map<JsonValue, Integer> running = new ConcurrentHashMap<>();
    private final Set<JsonValue> cancelled = ConcurrentHashMap.newKeySet();

    private volatile @Nullable String agent;

    private McpStdio(McpProtocol protocol, InputStream in, OutputStream out, Caller caller) {
        this.protocol = protocol;
        this.in = new MessageLines(in);
        this.out = new LineOutput(out);
        this.caller = caller;
    }

    /// Serves the client that started this process until it is gone. What the program prints meanwhile goes to standard
    /// error: standard output belongs to the protocol.
    ///
    /// @param open opens the tools at their first call
    /// @param caller who the client is
    /// @param version of this program, as clients are told
    /// @param in standard input
    /// @param out standard output
    public static void serveProcess(
            McpTools tools,
            Supplier<? extends GuidedTools> open,
            Caller caller,
            String version,
            InputStream in,
            OutputStream out) {
        System.setOut(System.err);
        var stdio = new McpStdio(new McpProtocol(tools, open, version), in, out, caller);
        ParentWatch.start(stdio.ended::countDown);
        stdio.run();
    }

    /// Serves a client until the input ends.
    public static void serve(
            McpTools tools,
            Supplier<? extends GuidedTools> open,
            Caller caller,
            String version,
            InputStream in,
            OutputStream out) {
        new McpStdio(new McpProtocol(tools, open, version), in, out, caller).run();
    }

    private void run() {
        ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
        // A platform thread, because reading standard input blocks its carrier; a daemon, because it cannot be stopped.
        Thread.ofPlatform().daemon().name("mcp-input").start(() -> readAll(requests));
        try {
            ended.await();
            requests.shutdown();
            if (!requests.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                requests.shutdownNow();
            }
        } catch (InterruptedException _) {
            requests.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private void readAll(ExecutorService requests) {
        try {
            byte[] line = in.next();
            while (line != null) {
                take(Rpc.read(line), requests);
                line = in.next();
            }
        } catch (IOException | RejectedExecutionException _) {
            // The client is gone, or this process is ending: either way there is nobody to answer.
        } finally {
            ended.countDown();
        }
    }

    private void take(Rpc message, ExecutorService requests) throws IOException {
        switch (message) {
            case Rpc.Request request
            when request.method().equals(McpProtocol.INITIALIZE) -> {
                // In line, because later calls are signed with this name.
                agent = ClientName.of(request.params()).orElse(null);
                answer(request);
            }
            case Rpc.Request request -> {
                running.merge(request.id(), 1, Integer::sum);
                requests.execute(() -> answer(request));
            }
            case Rpc.Cancelled(var id) -> {
                if (running.containsKey(id)) {
                    cancelled.add(id);
                }
            }
            case Rpc.Unanswered _ -> {}
            case Rpc.Unreadable bad -> out.line(Rpc.error(bad.id(), bad.code(), bad.why()));
        }
    }

    /// A cancelled call is carried out all the same: what it did is durable, and its repetition gets the stored answer.
    private void answer(Rpc.Request request) {
        try {
            byte[] message = protocol.answer(request, new Client(caller, agent, JsonObject.EMPTY))
                    .message();
            running.computeIfPresent(request.id(), (_, count) -> count == 1 ? null : count - 1);
            if (!cancelled.remove(request.id())) {
                out.line(message);
            }
        } catch (IOException _) {
            ended.countDown();
        }
    }

    /// Writes whole lines, one at a time.
    private static final class LineOutput {

        private final OutputStream out;
        private final ReentrantLock writing = new ReentrantLock();

        private LineOutput(OutputStream out) {
            this.out = out;
        }

        void line(byte[] message) throws IOException {
            byte[] line = Arrays.copyOf(message, message.length + 1);
            line[message.length] = '\n';
            writing.lock();
            try {
                out.write(line);
                out.flush();
            } finally {
                writing.unlock();
            }
        }
    }
}
