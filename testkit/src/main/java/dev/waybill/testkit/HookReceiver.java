package dev.waybill.testkit;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Somebody who receives deliveries, on a socket of this machine.
public final class HookReceiver implements AutoCloseable {

    /// What it got.
    public record Got(Headers headers, String body) {

        public String header(String name) {
            return String.valueOf(headers.getFirst(name));
        }

        public String type() {
            return header("X-openwop-Event-Type");
        }

        public String delivery() {
            return header("Waybill-Delivery-Id");
        }

        /// Computed as any receiver would, from the specification alone.
        public boolean isSignedWith(String secret) {
            try {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
                mac.update((header("X-openwop-Timestamp") + ".").getBytes(StandardCharsets.UTF_8));
                StringBuilder hex = new StringBuilder("sha256=");
                for (byte each : mac.doFinal(body.getBytes(StandardCharsets.UTF_8))) {
                    hex.append("%02x".formatted(each));
                }
                return hex.toString().equals(header("X-openwop-Signature"));
            } catch (GeneralSecurityException e) {
                throw new AssertionError(e);
            }
        }
    }

    /// What it does with a delivery.
    public interface Manner {
        void answer(HttpExchange exchange, Got got) throws IOException;
    }

    public static Manner answering(int status) {
        return (exchange, _) -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        };
    }

    /// It never answers.
    public static Manner hanging() {
        return (_, _) -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        };
    }

    private final HttpServer server;
    private final List<Got> got = new CopyOnWriteArrayList<>();
    private volatile Manner manner = answering(204);

    public HookReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Got delivery = new Got(exchange.getRequestHeaders(), new String(body, StandardCharsets.UTF_8));
            got.add(delivery);
            manner.answer(exchange, delivery);
        });
        server.start();
    }

    public HookReceiver behaves(Manner chosen) {
        manner = chosen;
        return this;
    }

    public String url() {
        return "http://127.0.0.1:%d/hook".formatted(server.getAddress().getPort());
    }

    public List<Got> got() {
        return new ArrayList<>(got);
    }

    public List<String> types() {
        return got.stream().map(Got::type).toList();
    }

    /// Waits until it got enough.
    public List<Got> until(Predicate<List<Got>> enough) {
        Until.holds(() -> "enough arrives; there are only " + types(), () -> enough.test(got()));
        return got();
    }

    public List<Got> untilType(String type) {
        return until(all -> all.stream().anyMatch(it -> it.type().equals(type)));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
