package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.browser.Chromium;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The page of a guided session while an agent goes on: what its places cost somebody who looks at it.
final class SessionPages implements ToolCalls, AutoCloseable {

    private static final String WORKFLOW = "rounds";

    /// An agent's call, sent by the page itself, so that one clock measures it to the frame that shows the new place.
    private static final String ADVANCE = """
            async ([message, shown]) => {
              const began = performance.now();
              const sent = fetch('/mcp', {method: 'POST', body: message,
                headers: {'Content-Type': 'application/json', 'Accept': 'application/json, text/event-stream'}});
              while (document.querySelector('#count')?.textContent !== shown) {
                if (performance.now() - began > 30000) throw new Error('never showed ' + shown);
                await new Promise(requestAnimationFrame);
              }
              return {millis: performance.now() - began, answer: await (await sent).text()};
            }""";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ServedHost host;
    private final Chromium chromium;

    SessionPages(ServedHost host, Chromium chromium) {
        this.host = host;
        this.chromium = chromium;
    }

    /// A workflow of one step that comes again and again.
    static void workflow(Path folder) throws IOException {
        Files.writeString(Files.createDirectories(folder).resolve(WORKFLOW + ".json"), """
                {"id":"rounds","name":"Rounds","description":"One step, many times","version":"1.0.0","steps":[
                 {"id":"rounds","type":"loop","title":"Rounds",
                  "loop":{"type":"for","count":"rounds","maxIterations":1000},
                  "body":[{"id":"look","title":"Look","prompt":"Look at part {{currentIteration}}."}]}]}
                """);
    }

    /// @param first milliseconds until rows stand there
    /// @param frame milliseconds of one while scrolling
    /// @param appended milliseconds from an agent's call to the frame that shows its place, sorted
    record Outcome(double first, double frame, double elements, List<Double> appended) {

        double usual() {
            return appended.get(appended.size() / 2);
        }
    }

    /// @param places how many the session has when somebody has looked long enough
    Outcome measure(int places, Effort effort) throws IOException, InterruptedException {
        int live = Math.min(effort.rounds(), Math.min(40, places / 2));
        String session = "SESSION-" + places;
        JsonObject at = call(
                "workflow_start",
                JsonObject.of("workflowId", WORKFLOW)
                        .with("context", JsonObject.of("ticketId", session).with("rounds", places)));
        int done = 0;
        for (; done < places - live; done++) {
            at = call("workflow_advance", GuidedBenchmark.next(at, done));
        }
        PageMeter meter = PageMeter.open(chromium, host.url() + "/ui/session/" + session, "#places", "#places .row");
        double first = meter.usualFirstRows(effort);
        meter.until("#count", done + " steps");
        double frame = meter.frame();
        List<Double> appended = new ArrayList<>();
        for (; done < places; done++) {
            String message = ToolCalls.toolCall("workflow_advance", GuidedBenchmark.next(at, done))
                    .toString();
            var told = (Map<?, ?>) meter.page().evaluate(ADVANCE, List.of(message, (done + 1) + " steps"));
            appended.add(PageMeter.number(Objects.requireNonNull(told.get("millis"), "millis")));
            at = ToolCalls.structured(JsonReader.read(String.valueOf(told.get("answer")), JsonLimits.DOCUMENT)
                    .asObject()
                    .orElseThrow());
        }
        appended.sort(null);
        return new Outcome(first, frame, meter.elements(), appended);
    }

    @Override
    public JsonObject send(JsonObject message) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(URI.create(host.url() + "/mcp"))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(HttpRequest.BodyPublishers.ofString(message.toString()))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        return JsonReader.readObject(response.body(), JsonLimits.DOCUMENT);
    }

    @Override
    public void close() {
        client.close();
    }
}
