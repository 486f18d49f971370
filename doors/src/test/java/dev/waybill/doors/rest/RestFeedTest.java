package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.testkit.Until;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Lists over HTTP: what they say of a run, and how they go on without being fetched again.
@Timeout(60)
class RestFeedTest {

    private static final String FEED = "/v1/host/waybill/run-changes";

    private final RestDesk desk = new RestDesk()
            .knows("noop", "core.noop", "")
            .knows("gate", "core.approvalGate", "'title':'ship?'")
            .knows("parent", "core.subWorkflow", "'workflowId':'gate','waitForCompletion':true");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private static List<JsonObject> runs(JsonObject page) {
        return page.array("runs").orElseThrow().items().stream()
                .map(row -> row.asObject().orElseThrow())
                .toList();
    }

    private static List<String> ids(JsonObject page) {
        return runs(page).stream().map(row -> row.string("runId").orElseThrow()).toList();
    }

    private String child(String parent) {
        return Until.seen(
                        () -> ids(desk.get("/v1/runs?parentRunId=" + parent)
                                .is(200)
                                .json()),
                        children -> !children.isEmpty())
                .getFirst();
    }

    @Test
    void aRowSaysItsLastEventAndHowManyChildrenAreOpen() {
        String run = desk.start("parent");
        String child = child(run);
        desk.until(child, "waiting-approval");
        JsonObject roots = desk.get("/v1/runs?roots=true").is(200).json();
        assertThat(ids(roots)).containsExactly(run);
        assertThat(runs(roots).getFirst().object("children"))
                .contains(JsonObject.of("all", 1).with("open", 1));
        JsonObject children = desk.get("/v1/runs?parentRunId=" + run).is(200).json();
        JsonObject row = runs(children).getFirst();
        assertThat(row.object("lastEvent").orElseThrow().string("type")).contains("node.suspended");
        assertThat(row.object("siblings")).contains(JsonObject.of("all", 1).with("open", 1));
    }

    @Test
    void aSearchFindsRunsByTheirWorkflowAndByTheBeginningOfTheirId() {
        String noop = desk.start("noop");
        String gate = desk.start("gate");
        assertThat(ids(desk.get("/v1/runs?search=NOO").is(200).json())).containsExactly(noop);
        assertThat(ids(desk.get("/v1/runs?search=" + gate.substring(0, 29))
                        .is(200)
                        .json()))
                .contains(gate);
        assertThat(ids(desk.get("/v1/runs?search=nothing").is(200).json())).isEmpty();
        desk.get("/v1/runs?roots=perhaps").is(400);
    }

    @Test
    void whatChangedSinceAMarkIsTold() {
        String mark = desk.get(FEED).is(200).json().string("mark").orElseThrow();
        String run = desk.start("noop");
        desk.until(run, "completed");
        JsonObject changed = desk.get(FEED + "?since=" + mark).is(200).json();
        assertThat(ids(changed)).containsExactly(run);
        assertThat(changed.get("whole")).isEqualTo(JsonBool.TRUE);
        String next = changed.string("mark").orElseThrow();
        assertThat(ids(desk.get(FEED + "?since=" + next).is(200).json())).isEmpty();
        desk.get(FEED + "?since=yesterday").is(400);
    }

    @Test
    void anotherTenantHearsNothing() {
        String mark = desk.get(FEED).is(200).json().string("mark").orElseThrow();
        desk.until(desk.start("noop"), "completed");
        JsonObject theirs = desk.send(desk.request(FEED + "?since=" + mark, RestDesk.GLOBEX)
                        .header("Accept", "application/json")
                        .GET()
                        .build())
                .is(200)
                .json();
        assertThat(ids(theirs)).isEmpty();
    }

    @Test
    void aStreamTellsAChangeAndGoesOnBehindItsMark() throws IOException {
        String id;
        try (Lines lines = new Lines("")) {
            assertThat(lines.until("event:")).isEqualTo("event: mark");
            String run = desk.start("gate");
            assertThat(lines.until("event:")).isEqualTo("event: runs");
            assertThat(lines.until("data:")).contains(run);
            id = lines.last;
        }
        String later = desk.start("noop");
        try (Lines lines = new Lines(id)) {
            assertThat(lines.until("event: runs")).isNotEmpty();
            assertThat(lines.until("data:")).contains(later);
        }
    }

    /// A stream, read line by line.
    private final class Lines implements AutoCloseable {

        private final HttpURLConnection connection;
        private final BufferedReader reader;
        private String last = "";

        Lines(String since) throws IOException {
            connection =
                    (HttpURLConnection) URI.create(desk.url() + FEED).toURL().openConnection();
            connection.setRequestProperty("Authorization", "Bearer " + RestDesk.ACME);
            connection.setRequestProperty("Accept", "text/event-stream");
            if (!since.isEmpty()) {
                connection.setRequestProperty("Last-Event-ID", since);
            }
            reader = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        }

        String until(String beginning) throws IOException {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("id: ")) {
                    last = line.substring(4);
                }
                if (line.startsWith(beginning)) {
                    return line;
                }
            }
            return "";
        }

        @Override
        public void close() {
            connection.disconnect();
        }
    }
}
