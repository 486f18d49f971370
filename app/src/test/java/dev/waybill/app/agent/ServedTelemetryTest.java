package dev.waybill.app.agent;

import static dev.waybill.app.agent.OtlpReceiver.hex;
import static dev.waybill.app.agent.OtlpReceiver.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.Main;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Until;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a collector gets of a `waybill serve` in a process of its own, and what that writes about itself.
class ServedTelemetryTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "00f067aa0ba902b7";

    /// A fan-out, a join, a failed attempt, a hand-over.
    private static final String FAMILY = """
            {"id":"family","name":"Family","version":"1.0","variables":[],"metadata":{},"triggers":[],
            "settings":{"timeout":0},"nodes":[
             {"id":"plan","typeId":"core.noop","name":"n","position":{"x":0,"y":0},"config":{},"inputs":{}},
             {"id":"flaky","typeId":"core.fail","name":"n","position":{"x":0,"y":0},
              "config":{"code":"busy","message":"a secret message","retryable":true},"inputs":{},
              "settings":{"maxRetries":1,"retryDelayMs":10}},
             {"id":"left","typeId":"core.noop","name":"n","position":{"x":0,"y":0},"config":{},"inputs":{}},
             {"id":"join","typeId":"core.noop","name":"n","position":{"x":0,"y":0},"config":{},"inputs":{}},
             {"id":"worker","typeId":"core.subWorkflow","name":"n","position":{"x":0,"y":0},
              "config":{"workflowId":"helper","waitForCompletion":true},"inputs":{}}],
            "edges":[
             {"id":"a","sourceNodeId":"plan","targetNodeId":"flaky"},
             {"id":"b","sourceNodeId":"plan","targetNodeId":"left"},
             {"id":"c","sourceNodeId":"flaky","targetNodeId":"join","triggerRule":"all_complete"},
             {"id":"d","sourceNodeId":"left","targetNodeId":"join","triggerRule":"all_complete"},
             {"id":"e","sourceNodeId":"join","targetNodeId":"worker"}]}
            """;

    private static final String HELPER = """
            {"id":"helper","name":"Helper","version":"1.0","variables":[],"metadata":{},"triggers":[],"edges":[],
            "settings":{"timeout":0},"nodes":[
             {"id":"work","typeId":"core.noop","name":"n","position":{"x":0,"y":0},"config":{},"inputs":{}}]}
            """;

    @TempDir
    Path folder;

    private DataDirectory here = new DataDirectory(Path.of("."));

    @BeforeEach
    void workflows() throws IOException {
        here = DataDirectory.in(folder);
        Files.writeString(folder.resolve("workflows/family.json"), FAMILY);
        Files.writeString(folder.resolve("workflows/helper.json"), HELPER);
    }

    private Served serve(Map<String, String> settings, String... words) throws Exception {
        return serve(List.of(), settings, words);
    }

    private Served serve(List<String> jvm, Map<String, String> settings, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "serve",
                "--port",
                "0",
                "--workflows",
                folder.resolve("workflows").toString()));
        all.addAll(List.of(words));
        Map<String, String> variables = here.variables();
        variables.putAll(settings);
        return Served.ready(
                Spawned.start(folder, variables, Spawned.command(jvm, Main.class, all.toArray(String[]::new))), "");
    }

    private static Map<String, String> to(String endpoint) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
        settings.put("OTEL_EXPORTER_OTLP_HEADERS", "x-key=not%20for%20others");
        settings.put("OTEL_SERVICE_NAME", "desk");
        settings.put("OTEL_METRIC_EXPORT_INTERVAL", "300");
        return settings;
    }

    private static JsonObject post(String url, String body, String... headers) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body));
            for (int i = 0; i < headers.length; i += 2) {
                request.header(headers[i], headers[i + 1]);
            }
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            assertThat(answer.statusCode())
                    .as(new String(answer.body(), StandardCharsets.UTF_8))
                    .isBetween(200, 201);
            return JsonReader.readObject(answer.body(), JsonLimits.DOCUMENT);
        }
    }

    private static String start(Served served, String... headers) throws Exception {
        return post(served.url() + "/v1/runs", "{\"workflowId\":\"family\"}", headers)
                .string("runId")
                .orElseThrow();
    }

    @Test
    void aCollectorSeesTheWholeFamilyUnderItsCallerWithTheIdsThatTheLogGivesLater() throws Exception {
        String run;
        try (OtlpReceiver receiver = new OtlpReceiver();
                Served served = serve(to(receiver.url()))) {
            run = start(served, "traceparent", "00-" + TRACE + "-" + CALLER + "-01");
            awaitsAllOf(run, receiver);
            Span family = receiver.named("workflow family").getFirst();
            Span join = receiver.named("core.noop join").getFirst();
            Span child = receiver.named("workflow helper").getFirst();
            assertThat(receiver.spans())
                    .allSatisfy(span -> assertThat(hex(span.getTraceId())).isEqualTo(TRACE));
            assertThat(hex(family.getParentSpanId())).isEqualTo(CALLER);
            assertThat(join.getLinksList()).hasSize(1);
            assertThat(receiver.named("core.fail flaky"))
                    .hasSize(2)
                    .allSatisfy(span ->
                            assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR));
            Span handOver = receiver.spans().stream()
                    .filter(span -> span.getSpanId().equals(child.getParentSpanId()))
                    .findFirst()
                    .orElseThrow();
            assertThat(text(handOver.getAttributesList(), "waybill.kind")).contains("hand-over-in");
            assertThat(text(family.getAttributesList(), "_ewp_correlation_id")).isPresent();
            assertThat(receiver.spans().toString()).doesNotContain("a secret message");
            assertThat(receiver.services()).containsOnly("desk");
            assertThat(receiver.keys()).containsOnly("not for others");
            receiver.awaits(it -> it.metrics()
                    .keySet()
                    .containsAll(Set.of(
                            "waybill.runs.started",
                            "waybill.runs.ended",
                            "waybill.steps",
                            "waybill.step.duration",
                            "waybill.commit.duration",
                            "waybill.activities.waiting",
                            "waybill.runs.waiting")));
            assertThat(here.complaints()).isEmpty();
        }
    }

    /// Waits for the spans of a run and its children, those that the log gives and no others. They come in several
    /// pieces, a child's perhaps behind its parent's.
    private void awaitsAllOf(String run, OtlpReceiver receiver) throws Exception {
        receiver.awaits(it -> !it.named("workflow family").isEmpty());
        Map<String, String> logged = ids(here.ask(ExitCode.YES, "telemetry", "--run", run));
        receiver.awaits(it -> ids(it.spans()).keySet().containsAll(logged.keySet()));
        assertThat(ids(receiver.spans())).isEqualTo(logged);
    }

    /// Span ids with their parents, as the wire has them.
    private static Map<String, String> ids(List<Span> spans) {
        Map<String, String> ids = new TreeMap<>();
        spans.forEach(span -> ids.put(hex(span.getSpanId()), hex(span.getParentSpanId())));
        return ids;
    }

    private static Map<String, String> ids(Asked asked) {
        Map<String, String> ids = new TreeMap<>();
        JsonObject traces = asked.json();
        for (JsonValue resource : traces.array("resourceSpans").orElseThrow()) {
            for (JsonValue scope :
                    resource.asObject().orElseThrow().array("scopeSpans").orElseThrow()) {
                for (JsonValue span :
                        scope.asObject().orElseThrow().array("spans").orElseThrow()) {
                    JsonObject json = span.asObject().orElseThrow();
                    ids.put(
                            json.string("spanId").orElseThrow(),
                            json.string("parentSpanId").orElse(""));
                }
            }
        }
        return ids;
    }

    @Test
    void aProcessThatTakesARunOverTellsItsEndAndNothingTwice() throws Exception {
        try (OtlpReceiver receiver = new OtlpReceiver()) {
            String quick =
                    "\"left\",\"typeId\":\"core.noop\",\"name\":\"n\",\"position\":{\"x\":0,\"y\":0},\"config\":{}";
            String slow = quick.replace("core.noop", "core.delay").replace("{}", "{\"delayMs\":6000}");
            assertThat(FAMILY).contains(quick);
            Files.writeString(folder.resolve("workflows/family.json"), FAMILY.replace(quick, slow));
            String run;
            try (Served served = serve(to(receiver.url()))) {
                run = start(served);
                receiver.awaits(it -> it.named("core.fail flaky").size() == 2);
                served.process().kill();
            }
            try (Served _ = serve(to(receiver.url()))) {
                awaitsAllOf(run, receiver);
                assertThat(receiver.spans())
                        .extracting(span -> hex(span.getSpanId()))
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void runsGoOnWithoutACollectorThatIsAwayAndOneLineSaysSo() throws Exception {
        // A port that is taken and on which nobody listens.
        try (Socket nobody = new Socket();
                Served served = serve(to("http://127.0.0.1:" + taken(nobody)))) {
            for (int i = 0; i < 5; i++) {
                String run = start(served);
                await(served, run);
            }
            served.process().process().destroy();
            assertThat(served.process().process().waitFor()).isZero();
        }
        assertThat(here.complaints().lines().filter(line -> line.contains("do not arrive")))
                .hasSize(1)
                .allSatisfy(line -> assertThat(line).doesNotContain("not for others"));
    }

    private static int taken(Socket socket) throws IOException {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket.getLocalPort();
    }

    private void await(Served served, String run) {
        Until.holds(
                () -> run + " ends: " + served.process().words(),
                () -> here.ask(ExitCode.YES, "runs", "--ids", "--status", "completed")
                        .out()
                        .contains(run));
    }

    @Test
    void withoutAnEndpointNoClassOfTheSdkIsLoaded() throws Exception {
        Path loaded = folder.resolve("loaded.txt");
        try (Served served = serve(List.of("-Xlog:class+load:file=" + loaded), Map.of())) {
            await(served, start(served));
            served.process().process().destroy();
            assertThat(served.process().process().waitFor()).isZero();
        }
        String classes = Files.readString(loaded);
        assertThat(classes).contains("dev.waybill.app.telemetry.Telemetry ").doesNotContain("io.opentelemetry.");
    }

    @Test
    void aCollectorLoadsThem() throws Exception {
        Path loaded = folder.resolve("loaded.txt");
        try (OtlpReceiver receiver = new OtlpReceiver();
                Served served = serve(List.of("-Xlog:class+load:file=" + loaded), to(receiver.url()))) {
            start(served);
            receiver.awaits(it -> !it.spans().isEmpty());
        }
        assertThat(Files.readString(loaded)).contains("io.opentelemetry.").doesNotContain("okhttp3.", "kotlin.");
    }

    @Test
    void everyLineIsJsonWhereThatIsAskedForWithRunAndTrace() throws Exception {
        Files.writeString(folder.resolve("workflows/broken.json"), "{\"id\":\"broken\",\"nodes\":7}");
        Spawned process = Spawned.start(
                folder,
                here.variables(),
                Spawned.command(
                        List.of(),
                        Main.class,
                        "serve",
                        "--port",
                        "0",
                        "--workflows",
                        folder.resolve("workflows").toString(),
                        "--log-format",
                        "json",
                        "--log-level",
                        "debug"));
        try (process) {
            String url = Until.seen(
                            () -> Files.readString(process.err()),
                            said -> said.contains("is ready on") && said.endsWith("\n"))
                    .replaceAll("(?s).*is ready on (\\S+) .*", "$1");
            String run = post(
                            url + "/v1/runs",
                            "{\"workflowId\":\"family\"}",
                            "traceparent",
                            "00-" + TRACE + "-" + CALLER + "-01")
                    .string("runId")
                    .orElseThrow();
            Until.seen(
                    () -> Files.readString(process.err()),
                    said -> said.contains("\"run.completed\",\"runId\":\"" + run));
            process.process().destroy();
            assertThat(process.process().waitFor()).isZero();
            assertThat(Files.readString(process.out())).isEmpty();
            Set<String> levels = new TreeSet<>();
            List<JsonObject> lines = Files.readAllLines(process.err()).stream()
                    .map(line -> JsonReader.readObject(line.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT))
                    .toList();
            for (JsonObject line : lines) {
                assertThat(line.names()).startsWith("time", "level", "process", "message");
                levels.add(line.string("level").orElseThrow());
            }
            assertThat(levels).contains("debug", "info", "warn");
            assertThat(lines).anySatisfy(line -> {
                assertThat(line.string("event")).contains("node.failed");
                assertThat(line.string("runId")).contains(run);
                assertThat(line.string("traceId")).contains(TRACE);
                assertThat(line.string("code")).contains("busy");
            });
            assertThat(Files.readString(process.err()))
                    .contains("broken.json is left out")
                    .doesNotContain("a secret");
        }
    }
}
