package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.fail;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Somebody who receives deliveries, on a socket of this machine.
final class HookReceiver implements AutoCloseable {

    /// What it got.
    record Got(com.sun.net.httpserver.Headers headers, byte[] body) {

        String header(String name) {
            return headers.getFirst(name);
        }

        JsonObject json() {
            return JsonReader.readObject(body, JsonLimits.DOCUMENT);
        }

        String type() {
            return json().string("type").orElseThrow();
        }

        /// Computed as any receiver would, from the specification alone.
        boolean isSignedWith(String secret) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((header("X-openwop-Timestamp") + ".").getBytes(StandardCharsets.UTF_8));
            StringBuilder hex = new StringBuilder("sha256=");
            for (byte each : mac.doFinal(body)) {
                hex.append("%02x".formatted(each));
            }
            return hex.toString().equals(header("X-openwop-Signature"));
        }
    }

    /// What it does with a delivery.
    interface Manner {
        void answer(HttpExchange exchange, Got got) throws IOException;
    }

    static Manner answering(int status) {
        return (exchange, _) -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        };
    }

    private final HttpServer server;
    private final List<Got> got = new CopyOnWriteArrayList<>();
    private volatile Manner manner = answering(204);

    HookReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            Got delivery = new Got(
                    exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes());
            got.add(delivery);
            manner.answer(exchange, delivery);
        });
        server.start();
    }

    HookReceiver behaves(Manner chosen) {
        manner = chosen;
        return this;
    }

    String url() {
        return "http://127.0.0.1:%d/hook".formatted(server.getAddress().getPort());
    }

    List<Got> got() {
        return new ArrayList<>(got);
    }

    List<String> types() {
        return got.stream().map(Got::type).toList();
    }

    /// Waits until it got something.
    List<Got> until(Predicate<List<Got>> enough) {
        for (int i = 0; i < 800; i++) {
            if (enough.test(got())) {
                return got();
            }
            try {
                Thread.sleep(25);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return fail("only this arrived: " + types());
    }

    List<Got> untilType(String type) {
        return until(all -> all.stream().anyMatch(it -> it.type().equals(type)));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
