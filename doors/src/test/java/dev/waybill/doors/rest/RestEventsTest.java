package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A run's log over HTTP: at once, by polling, as a stream.
class RestEventsTest {

    private final RestDesk desk =
            new RestDesk().knows("noop", "core.noop", "").knows("gate", "core.approvalGate", "'title':'ship?'");

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private static List<String> types(JsonObject page) {
        return page.array("events").orElseThrow().items().stream()
                .map(event -> event.asObject().orElseThrow().string("type").orElseThrow())
                .toList();
    }

    @Test
    void aPollBehindTheFirstEventLeavesItOut() {
        String run = desk.start("noop");
        desk.until(run, "completed");
        JsonObject all = desk.get("/v1/runs/" + run + "/events/poll").is(200).json();
        assertThat(types(all)).startsWith("run.started").endsWith("run.completed");
        assertThat(all.toString()).contains("\"isComplete\":true");
        JsonObject later = desk.get("/v1/runs/" + run + "/events/poll?lastSequence=0")
                .is(200)
                .json();
        assertThat(types(later)).isEqualTo(types(all).subList(1, types(all).size()));
        JsonObject behind = desk.get("/v1/runs/" + run + "/events/poll?lastSequence=1000")
                .is(200)
                .json();
        assertThat(types(behind)).isEmpty();
    }

    @Test
    void aPollWaitsForWhatComes() {
        String run = desk.start("gate");
        desk.until(run, "waiting-approval");
        long last = desk.events(run).size() - 1L;
        CompletableFuture<Reply> polled = CompletableFuture.supplyAsync(
                () -> desk.get("/v1/runs/" + run + "/events/poll?timeout=20&lastSequence=" + last));
        desk.post("/v1/runs/" + run + "/interrupts/n", "{'resumeValue':{'action':'accept'}}")
                .is(200);
        assertThat(types(polled.join().is(200).json())).isNotEmpty();
    }

    /// The client reads to the end: the stream closes with its run.
    @Test
    void aStreamEndsWithItsRunAndGoesOnWhereItsReaderWas() {
        String run = desk.start("noop");
        String whole = desk.send(desk.request("/v1/runs/" + run + "/events?streamMode=debug", RestDesk.ACME)
                        .header("Accept", "text/event-stream")
                        .GET()
                        .build())
                .is(200)
                .body();
        assertThat(whole).contains("id: 0\nevent: run.started\ndata: {", "event: node.started", "event: run.completed");
        String updates = desk.send(desk.request("/v1/runs/" + run + "/events", RestDesk.ACME)
                        .header("Last-Event-ID", "0")
                        .GET()
                        .build())
                .is(200)
                .body();
        assertThat(updates)
                .doesNotContain("event: run.started", "event: node.started")
                .contains("event: node.completed", "event: run.completed");
        String nothing = desk.send(desk.request("/v1/runs/" + run + "/events", RestDesk.ACME)
                        .header("Last-Event-ID", "999")
                        .GET()
                        .build())
                .is(200)
                .body();
        assertThat(nothing).doesNotContain("event:");
    }

    private String stream(String run, String query) {
        return desk.send(desk.request("/v1/runs/" + run + "/events" + query, RestDesk.ACME)
                        .header("Accept", "text/event-stream")
                        .GET()
                        .build())
                .is(200)
                .body();
    }

    @Test
    void valuesShowTheRunItselfAndItsEnd() {
        String run = desk.start("noop");
        String values = stream(run, "?streamMode=values");
        assertThat(values).contains("event: state.snapshot").doesNotContain("event: node.", "event: run.");
        assertThat(values.substring(values.lastIndexOf("data:"))).contains("\"status\":\"completed\"");
        assertThat(stream(run, "?streamMode=values")).containsOnlyOnce("event: state.snapshot");
    }

    @Test
    void aMixShowsWhatAnyOfItsModesShows() {
        String run = desk.start("noop");
        assertThat(stream(run, "?streamMode=messages")).doesNotContain("event:");
        assertThat(stream(run, "?streamMode=messages,updates")).contains("event: node.completed");
        assertThat(stream(run, "?streamMode=messages,debug")).contains("event: node.started");
    }

    @Test
    void aModeThatNobodyKnowsIsRefusedWithThoseThatAreKnown() {
        String run = desk.start("noop");
        assertThat(desk.get("/v1/runs/" + run + "/events?streamMode=everything")
                        .refuses(400, "unsupported_stream_mode")
                        .body())
                .contains("values", "updates", "messages", "debug");
        desk.get("/v1/runs/" + run + "/events?streamMode=values,debug").refuses(400, "unsupported_stream_mode");
        desk.get("/v1/runs/" + run + "/events?bufferMs=5001").refuses(400, "validation_error");
    }

    /// The gate suspends the run, which ends a handful long before its time.
    @Test
    void bufferedEventsComeInHandfulsThatASuspensionEnds() {
        String run = desk.start("gate");
        CompletableFuture<String> streamed =
                CompletableFuture.supplyAsync(() -> stream(run, "?streamMode=debug&bufferMs=5000"));
        desk.until(run, "waiting-approval");
        desk.post("/v1/runs/" + run + "/interrupts/n", "{'resumeValue':{'action':'accept'}}")
                .is(200);
        String all = streamed.join();
        assertThat(all.lines().filter("event: batch"::equals).count()).isBetween(1L, 6L);
        assertThat(all).doesNotContain("event: run.").contains("\"run.started\"", "\"run.completed\"");
    }
}
