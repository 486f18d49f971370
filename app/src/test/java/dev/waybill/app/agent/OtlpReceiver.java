package dev.waybill.app.agent;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// A collector on this machine that reads the wire of OpenTelemetry with the classes of its own project.
final class OtlpReceiver implements AutoCloseable {

    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final Map<String, Metric> metrics = new ConcurrentHashMap<>();
    private final List<String> services = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();

    OtlpReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> {
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Key")));
            try (InputStream body = exchange.getRequestBody()) {
                ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().forEach(resource -> {
                    services.add(text(resource.getResource().getAttributesList(), "service.name")
                            .orElse(""));
                    resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
                });
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.createContext("/v1/metrics", exchange -> {
            try (InputStream body = exchange.getRequestBody()) {
                ExportMetricsServiceRequest.parseFrom(body).getResourceMetricsList().stream()
                        .flatMap(resource -> resource.getScopeMetricsList().stream())
                        .flatMap(scope -> scope.getMetricsList().stream())
                        .forEach(metric -> metrics.put(metric.getName(), metric));
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Span> spans() {
        return List.copyOf(spans);
    }

    Map<String, Metric> metrics() {
        return metrics;
    }

    List<String> services() {
        return services;
    }

    List<String> keys() {
        return keys;
    }

    /// Waits for what the test is about; a minute is for ever.
    void awaits(Predicate<OtlpReceiver> seen) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!seen.test(this)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not seen; there are "
                        + spans.stream().map(Span::getName).toList() + " and " + metrics.keySet());
            }
            Thread.sleep(20);
        }
    }

    List<Span> named(String name) {
        return spans.stream().filter(span -> span.getName().equals(name)).toList();
    }

    static Optional<String> text(List<KeyValue> attributes, String key) {
        return attributes.stream()
                .filter(attribute -> attribute.getKey().equals(key))
                .map(KeyValue::getValue)
                .map(AnyValue::getStringValue)
                .findFirst();
    }

    static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    @Override
    public void close() {
        server.stop(0);
    }

    @Override
    public String toString() {
        return spans.stream().map(Span::getName).collect(Collectors.joining(", "));
    }
}
