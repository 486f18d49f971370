package dev.waybill.bench;

import com.microsoft.playwright.Page;
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
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a long run and a long session cost somebody who looks at them: their pages in a real browser, against the same
/// pages with a hundred events and places.
final class DashboardBenchmark implements Benchmark {

    private static final int LONG = 10_000;
    private static final int PLACES = 1_000;
    private static final int SHORT = 100;

    /// A step of this kind starts and completes.
    private static final int EVENTS_OF_A_STEP = 2;

    /// An hour's worth: one event for every second.
    private static final int HOUR = 3_600;

    /// Of an hour that is shortened, as many for each turn.
    private static final int EVENTS_OF_A_ROUND = 48;

    private static final double MOST_MILLIS = 500;
    private static final double MOST_ELEMENTS = 1_500;
    private static final double MOST_BYTES = 100 * 1024;

    private static final Pattern RUN = Pattern.compile("run_[0-9A-Z]+");

    private static final String STANDING = "h1 .badge";

    /// From the call that appends an event to the frame that shows it.
    private static final String TURN = """
            async ([path, word]) => {
              const began = performance.now();
              const sent = fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'});
              while (!document.querySelector('h1 .badge')?.textContent.includes(word)) {
                if (performance.now() - began > 180000) throw new Error('never showed ' + word);
                await new Promise(requestAnimationFrame);
              }
              await sent;
              return performance.now() - began;
            }""";

    private static final String BYTES = """
            () => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
              .reduce((all, it) => all + it.transferSize, 0)""";

    private final HttpClient http = HttpClient.newHttpClient();

    @Override
    public String name() {
        return "dashboard";
    }

    @Override
    public String question() {
        return "the pages of a run of %,d events and a session of %,d places in Chromium, against those of %d"
                .formatted(LONG, PLACES, SHORT);
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        Optional<Path> program = Chromium.program();
        if (program.isEmpty()) {
            System.out.println("dashboard " + Chromium.ABSENT);
            return;
        }
        Path directory = Files.createTempDirectory("waybill-bench");
        int events = Math.min(LONG, effort.items());
        workflow(directory, "long", events);
        workflow(directory, "short", SHORT);
        SessionPages.workflow(directory.resolve("workflows"));
        try (ServedHost host = ServedHost.start(directory, 0);
                Chromium chromium = Chromium.at(program.get())) {
            Outcome few = measure(host, chromium, start(host, "short"), effort);
            String run = start(host, "long");
            runs(events, measure(host, chromium, run, effort), few).forEach(figures);
            sessions(host, chromium, effort).forEach(figures);
            anHour(host, chromium, run, Math.min(HOUR, effort.rounds() * EVENTS_OF_A_ROUND))
                    .forEach(figures);
            figures.accept(against(
                    "bytes of the first page, against the most allowed",
                    firstPage(host, chromium),
                    MOST_BYTES,
                    "B",
                    1));
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    private static List<Figure> runs(int events, Outcome many, Outcome few) {
        return List.of(
                against("first rows of %,d events against %d".formatted(events, SHORT), many.first, few.first, "ms", 4),
                against("a frame while scrolling", many.frame, few.frame, "ms", 2),
                against("p50 from event to pixel", many.at(0.5), few.at(0.5), "ms", 2),
                against("p95 from event to pixel, against the most allowed", many.at(0.95), MOST_MILLIS, "ms", 1),
                against("elements on the page, against the most allowed", many.elements, MOST_ELEMENTS, "", 1));
    }

    private static List<Figure> sessions(ServedHost host, Chromium chromium, Effort effort) throws Exception {
        int places = Math.min(PLACES, effort.items());
        try (SessionPages pages = new SessionPages(host, chromium)) {
            SessionPages.Outcome few = pages.measure(Math.min(SHORT, places / 2), effort);
            SessionPages.Outcome many = pages.measure(places, effort);
            return List.of(
                    against(
                            "first rows of a session of %,d places against %d".formatted(places, SHORT),
                            many.first(),
                            few.first(),
                            "ms",
                            4),
                    against("a frame while scrolling through it", many.frame(), few.frame(), "ms", 2),
                    against("p50 from an agent's step to pixel", many.usual(), few.usual(), "ms", 2),
                    against("elements on its page, against the most allowed", many.elements(), MOST_ELEMENTS, "", 1));
        }
    }

    /// What an hour's worth of events leaves behind in the page of their run, which keeps its log, and in the list of
    /// runs, which keeps one row.
    private List<Figure> anHour(ServedHost host, Chromium chromium, String run, int events) throws Exception {
        PageMeter page = runPage(host, chromium, run);
        PageMeter list = PageMeter.open(chromium, host.url() + "/ui/runs", "#list", "#list .cols > *");
        list.until("#list", "waiting-approval");
        double before = page.heap();
        double listBefore = list.heap();
        for (int i = 0; i < events; i += 2) {
            act(host, run, ":pause");
            act(host, run, ":resume");
        }
        page.until(STANDING, "waiting");
        list.until("#list", "waiting-approval");
        return List.of(
                against(
                        "heap of a run's page after %,d more events, against before".formatted(events),
                        page.heap(),
                        before,
                        "MB",
                        1.5),
                against(
                        "the same, against that page opened anew",
                        page.heap(),
                        runPage(host, chromium, run).heap(),
                        "MB",
                        1.25),
                against("heap of the list after them, against before", list.heap(), listBefore, "MB", 1.25));
    }

    private static PageMeter runPage(ServedHost host, Chromium chromium, String run) {
        PageMeter page = PageMeter.open(chromium, host.url() + "/ui/run/" + run, "#steps", "#steps .row");
        page.until(STANDING, "waiting");
        return page;
    }

    private static Figure against(String what, double subject, double yardstick, String unit, double most) {
        return new Figure(
                what, text(subject, unit), text(yardstick, unit), subject / yardstick, new Target.Below(most));
    }

    private static String text(double value, String unit) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f %s" : "%,.0f %s", value, unit)
                .strip();
    }

    /// Steps in a row, and a gate behind them, so that the run stays open.
    private static void workflow(Path directory, String id, int events) throws IOException {
        int steps = Math.max(1, events / EVENTS_OF_A_STEP);
        StringBuilder nodes = new StringBuilder();
        StringBuilder edges = new StringBuilder();
        for (int i = 0; i < steps; i++) {
            nodes.append("{'id':'n%d','typeId':'core.noop'},".formatted(i));
            String next = i + 1 < steps ? "n" + (i + 1) : "gate";
            edges.append(i == 0 ? "" : ",")
                    .append("{'id':'e%d','sourceNodeId':'n%d','targetNodeId':'%s'}".formatted(i, i, next));
        }
        nodes.append("{'id':'gate','typeId':'core.approvalGate','config':{'title':'Go on?'}}");
        Path file = Files.createDirectories(directory.resolve("workflows")).resolve(id + ".json");
        Files.writeString(
                file,
                "{'id':'%s','name':'%s','version':'1','nodes':[%s],'edges':[%s]}"
                        .formatted(id, id, nodes, edges)
                        .replace('\'', '"'));
    }

    /// @param first milliseconds until rows stand there
    /// @param frame milliseconds of one while scrolling
    /// @param millis from events to pixels, sorted
    private record Outcome(double first, double frame, double elements, List<Double> millis) {

        double at(double share) {
            return millis.get((int) Math.min(millis.size() - 1L, Math.round(share * millis.size())));
        }
    }

    private static Outcome measure(ServedHost host, Chromium chromium, String run, Effort effort) {
        PageMeter page = runPage(host, chromium, run);
        double first = page.usualFirstRows(effort);
        page.until(STANDING, "waiting");
        double frame = page.frame();
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < effort.rounds(); i++) {
            millis.add(page.evaluate(TURN, List.of("/v1/runs/" + run + ":pause", "paused")));
            millis.add(page.evaluate(TURN, List.of("/v1/runs/" + run + ":resume", "waiting")));
        }
        millis.sort(null);
        return new Outcome(first, frame, page.elements(), millis);
    }

    private static double firstPage(ServedHost host, Chromium chromium) {
        Page page = chromium.window();
        page.navigate(host.url() + "/ui/runs");
        page.waitForSelector(".cols.item");
        return PageMeter.number(page.evaluate(BYTES));
    }

    /// Starts a run and waits until it waits itself.
    private String start(ServedHost host, String workflow) throws IOException, InterruptedException {
        String answer = post(host, "/v1/runs", "{\"workflowId\":\"" + workflow + "\"}");
        Matcher run = RUN.matcher(answer);
        if (!run.find()) {
            throw new IOException("no run was started: " + answer);
        }
        URI there = URI.create(host.url() + "/v1/runs/" + run.group());
        while (!send(HttpRequest.newBuilder(there)).contains("\"status\":\"waiting-approval\"")) {
            Thread.sleep(200);
        }
        return run.group();
    }

    private void act(ServedHost host, String run, String action) throws IOException, InterruptedException {
        var _ = post(host, "/v1/runs/" + run + action, "{}");
    }

    private String post(ServedHost host, String path, String json) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(host.url() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }
}
