package dev.waybill.doors.http;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.feed.EventHub;
import dev.waybill.simulator.ModelStore;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Responses that stay open, over real sockets.
@Timeout(60)
class EventStreamTest {

    private static final Caller EVERYBODY = new Caller("tenant-é", "test", Scope.ALL);

    /// Whoever waited for it would run into the test's own limit.
    private static final Duration VERY_LONG = Duration.ofHours(1);

    private static final String LONG_LINE = "x".repeat(100_000);

    private final RunStore store = new ModelStore();
    private final EventHub hub = new EventHub(store, store.changes());
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicBoolean keyIsValid = new AtomicBoolean(true);
    private final CountDownLatch streamOver = new CountDownLatch(1);
    private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
    private WaybillServer server = start(StreamSettings.DEFAULT);

    @AfterEach
    void stop() {
        server.close();
        hub.close();
        client.shutdownNow();
    }

    @Test
    void aRunsEventsComeAsTheyAreCommittedAndTheRunsEndEndsTheStream() throws Exception {
        store.commit(newRun(id(1)).events(2).alone());
        BufferedReader lines = open("/runs/" + id(1) + "/events");
        assertThat(frame(lines)).isEqualTo(":open");
        assertThat(frame(lines)).startsWith("id: 0\nevent: node.completed\ndata: {");
        assertThat(frame(lines)).startsWith("id: 1\n");
        store.commit(append(id(1), 2).events(1).alone());
        assertThat(frame(lines)).startsWith("id: 2\n");
        store.commit(append(id(1), 3).events(1).projection(ended()).alone());
        assertThat(frame(lines)).startsWith("id: 3\n");
        assertThat(lines.readLine()).as("the end").isNull();
    }

    @Test
    void aSilenceIsFilledWithComments() throws Exception {
        restart(new StreamSettings(10, 10, Duration.ofMillis(5), VERY_LONG));
        store.commit(newRun(id(1)).alone());
        BufferedReader lines = open("/runs/" + id(1) + "/events");
        assertThat(frame(lines)).isEqualTo(":open");
        assertThat(frame(lines)).isEqualTo(":keepalive");
        assertThat(frame(lines)).isEqualTo(":keepalive");
    }

    @Test
    void aServerThatStopsEndsStreamsAtOnceWithALastFrame() throws Exception {
        store.commit(newRun(id(1)).alone());
        BufferedReader lines = open("/runs/" + id(1) + "/events");
        assertThat(frame(lines)).isEqualTo(":open");
        Thread closing = Thread.ofVirtual().start(server::close);
        assertThat(frame(lines)).isEqualTo("retry: 1000\nevent: bye\ndata: {\"reason\":\"stopping\"}");
        assertThat(lines.readLine()).isNull();
        closing.join();
    }

    @Test
    void aReaderThatTakesNothingDoesNotHoldUpTheStop() throws Exception {
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            silent.getOutputStream()
                    .write("GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(silent.getInputStream().read()).isNotNegative();
            server.close();
        }
        assertThat(streamOver.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aReaderThatHasGoneEndsItsStream() throws Exception {
        try (Socket brief = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            brief.getOutputStream()
                    .write("GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            // A reader that leaves sooner may be missed by the stream's own greeting, before its body writes.
            readUntilFlooded(brief);
        }
        assertThat(streamOver.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(failures).as("what a thread that writes must expect").hasExactlyElementsOfTypes(IOException.class);
    }

    private static void readUntilFlooded(Socket reader) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(reader.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        while (!"event: flood".equals(line)) {
            assertThat(line).as("a line before the flood").isNotNull();
            line = lines.readLine();
        }
    }

    @Test
    void aCallerThatIsNoLongerLetInLosesItsStream() throws Exception {
        restart(new StreamSettings(10, 10, Duration.ofMillis(5), Duration.ZERO));
        store.commit(newRun(id(1)).alone());
        BufferedReader lines = open("/runs/" + id(1) + "/events");
        assertThat(frame(lines)).isEqualTo(":open");
        keyIsValid.set(false);
        String last = ":keepalive";
        while (last.equals(":keepalive")) {
            last = frame(lines);
        }
        assertThat(last).isEqualTo("retry: 1000\nevent: bye\ndata: {\"reason\":\"signed_out\"}");
    }

    @Test
    void thereAreOnlySoManyStreams() throws Exception {
        restart(new StreamSettings(2, 1, VERY_LONG, VERY_LONG));
        store.commit(newRun(id(1)).alone());
        BufferedReader first = open("/runs/" + id(1) + "/events");
        assertThat(frame(first)).isEqualTo(":open");
        HttpResponse<String> ofOne = get("/runs/" + id(1) + "/events");
        assertThat(ofOne.statusCode()).isEqualTo(429);
        assertThat(ofOne.headers().firstValue("Retry-After")).contains("5");
        assertThat(ofOne.body()).contains("rate_limited", "\"scope\":\"key\",\"retryAfterMs\":5000");
        BufferedReader anybody = open("/news");
        assertThat(frame(anybody)).isEqualTo(":open");
        HttpResponse<String> beyond = get("/news");
        assertThat(beyond.statusCode()).isEqualTo(503);
        assertThat(beyond.body()).contains("service_unavailable", "\"retryAfter\":5");
        store.commit(append(id(1), 0).events(1).projection(ended()).alone());
        assertThat(first.lines().toList()).as("the first one ends").isNotEmpty();
        awaitPlace();
    }

    private void awaitPlace() throws Exception {
        int status = 429;
        while (status != 200) {
            status = get("/runs/" + id(1) + "/events").statusCode();
        }
    }

    @Test
    void whatADoorOpensToAllNeedsNoKeyAndTheRestDoes() throws Exception {
        keyIsValid.set(false);
        assertThat(get("/hello").body()).isEqualTo("hello");
        assertThat(get("/hello/../runs/x/events").statusCode()).isEqualTo(401);
        assertThat(get("/runs/x/events").statusCode()).isEqualTo(401);
        assertThat(get("/nowhere").statusCode()).isEqualTo(401);
    }

    @Test
    void textOfSeveralLinesStaysOneFrame() {
        assertThat(new Frame("7", "note", "one\ntwo").text()).isEqualTo("id: 7\nevent: note\ndata: one\ndata: two\n\n");
        assertThat(new Frame(null, "note", "").text()).isEqualTo("event: note\ndata:\n\n");
    }

    /// A small door: a run's events, a flood, and two things for anybody.
    private final class TestDoor implements Door {

        @Override
        public void open(HttpRules rules) {
            rules.get("/runs/{run}/events", this::events);
            rules.get("/flood", this::flood);
        }

        @Override
        public void openToAll(HttpRules rules) {
            rules.get("/hello", (_, response) -> response.send("hello"));
            rules.get(
                    "/news",
                    (request, response) -> EventStream.serve(request, response, stream -> {
                        CountDownLatch over = new CountDownLatch(1);
                        stream.whenEnding(over::countDown);
                        over.await();
                    }));
        }

        private void events(ServerRequest request, ServerResponse response) {
            var run = new dev.waybill.journal.RunId(
                    request.path().pathParameters().get("run"));
            var feed = hub.open(Callers.of(request), run, 0).orElseThrow();
            EventStream.serve(
                    request,
                    response,
                    stream -> stream.follow(
                            feed,
                            event -> List.of(new Frame(
                                    Long.toString(event.sequence()),
                                    event.type(),
                                    new String(event.publicPart(), StandardCharsets.UTF_8)))));
        }

        private void send(EventStream stream) throws IOException {
            try {
                stream.send(new Frame(null, "flood", LONG_LINE));
            } catch (Exception e) {
                failures.add(e);
                throw e;
            }
        }

        private void flood(ServerRequest request, ServerResponse response) {
            try {
                EventStream.serve(request, response, stream -> {
                    while (!stream.isEnding()) {
                        send(stream);
                    }
                });
            } finally {
                streamOver.countDown();
            }
        }

        @Override
        public String notice() {
            return "a test";
        }
    }

    private void restart(StreamSettings streams) {
        server.close();
        server = start(streams);
    }

    private WaybillServer start(StreamSettings streams) {
        return WaybillServer.start(
                new ServerSettings("127.0.0.1", 0, List.of(), 1_000, VERY_LONG, ConnectionSettings.DEFAULT, streams),
                new Gatekeeper() {
                    @Override
                    public Admission admit(Credentials shown) {
                        return keyIsValid.get() ? new Admission.Admitted(EVERYBODY) : new Admission.Refused("no");
                    }

                    @Override
                    public boolean asksForKeys() {
                        return true;
                    }
                },
                Optional::empty,
                List.of(new TestDoor()));
    }

    private BufferedReader open(String path) throws Exception {
        HttpResponse<InputStream> answer = client.send(request(path), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(request(path), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path)).build();
    }

    /// The lines up to the next empty one.
    private static String frame(BufferedReader lines) throws Exception {
        List<String> frame = new ArrayList<>();
        for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
            frame.add(line);
        }
        return String.join("\n", frame);
    }

    private static Projection ended() {
        return new Projection(RunStatus.COMPLETED, false, null, null, at(1));
    }
}
