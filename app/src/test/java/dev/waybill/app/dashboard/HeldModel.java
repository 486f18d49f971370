package dev.waybill.app.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/// A model that speaks OpenAI's chat completions, and of its one answer says each part when it is told to.
final class HeldModel implements AutoCloseable {

    private static final String END = "";

    private final BlockingQueue<String> parts = new LinkedBlockingQueue<>();
    private final HttpServer server;

    HeldModel() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/chat/completions", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void says(String part) {
        parts.add(part);
    }

    void ends() {
        parts.add(END);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (String part = parts.take(); !part.equals(END); part = parts.take()) {
                send(out, "{\"choices\":[{\"delta\":{\"content\":\"%s\"}}]}".formatted(part));
            }
            send(out, "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
            send(out, "[DONE]");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
