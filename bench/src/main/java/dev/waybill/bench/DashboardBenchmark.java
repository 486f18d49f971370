package dev.waybill.bench;

import com.microsoft.playwright.CDPSession;
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

/// What a long run costs somebody who looks at it: the page of a run of ten thousand events against the same page with
/// a
/// hundred, in a real browser.
final class DashboardBenchmark implements Benchmark {

    private static final int LONG = 10_000;
    private static final int SHORT = 100;

    /// A step of this kind starts and completes.
    private static final int EVENTS_OF_A_STEP = 2;

    private static final double PATIENCE = 180_000;
    private static final double MOST_MILLIS = 500;
    private static final double MOST_ELEMENTS = 1_500;
    private static final double MOST_BYTES = 100 * 1024;

    private static final Pattern RUN = Pattern.compile("run_[0-9A-Z]+");

    /// When the first rows stand there, counted from the click.
    private static final String FIRST =
            "() => document.querySelectorAll('#steps .row').length > 5 ? performance.now() : 0";

    private static final String SCROLL = """
            async () => {
              const list = document.querySelector('#steps');
              const step = list.scrollHeight / 40;
              const began = performance.now();
              for (let i = 0; i < 40; i++) {
                list.scrollTop = i * step;
                await new Promise(requestAnimationFrame);
              }
              list.scrollTop = 0;
              return (performance.now() - began) / 40;
            }""";

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

    @Override
    public String name() {
        return "dashboard";
    }

    @Override
    public String question() {
        return "the page of a run of %,d events in Chromium, against the page of one of %d".formatted(LONG, SHORT);
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
        try (ServedHost host = ServedHost.start(directory, 0);
                Chromium chromium = Chromium.at(program.get())) {
            Outcome few = measure(host, chromium, "short", effort);
            Outcome many = measure(host, chromium, "long", effort);
            figures.accept(against(
                    "first rows of %,d events against %d".formatted(events, SHORT), many.first, few.first, "ms", 4));
            figures.accept(against("a frame while scrolling", many.frame, few.frame, "ms", 2));
            figures.accept(against("p50 from event to pixel", many.at(0.5), few.at(0.5), "ms", 2));
            figures.accept(
                    against("p95 from event to pixel, against the most allowed", many.at(0.95), MOST_MILLIS, "ms", 1));
            figures.accept(
                    against("elements on the page, against the most allowed", many.elements, MOST_ELEMENTS, "", 1));
            figures.accept(against(
                    "heap after %,d more events, against before".formatted(many.millis.size()),
                    many.after / 1e6,
                    many.before / 1e6,
                    "MB",
                    1.5));
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
    /// @param before bytes of heap, and after all the events
    private record Outcome(
            double first, double frame, double elements, List<Double> millis, double before, double after) {

        double at(double share) {
            return millis.get((int) Math.min(millis.size() - 1L, Math.round(share * millis.size())));
        }
    }

    private static Outcome measure(ServedHost host, Chromium chromium, String workflow, Effort effort)
            throws Exception {
        String run = start(host, workflow);
        List<Double> firsts = new ArrayList<>();
        Page page = chromium.window();
        page.setDefaultTimeout(PATIENCE);
        for (int i = 0; i < Math.min(5, effort.rounds()); i++) {
            page.navigate("about:blank");
            page.navigate(host.url() + "/ui/run/" + run);
            firsts.add(number(page.waitForFunction(FIRST).jsonValue()));
        }
        firsts.sort(null);
        page.waitForFunction("() => document.querySelector('h1 .badge')?.textContent.includes('waiting')");
        double frame = number(page.evaluate(SCROLL));
        CDPSession tools = page.context().newCDPSession(page);
        double before = heap(tools);
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < effort.rounds(); i++) {
            millis.add(turn(page, run, ":pause", "paused"));
            millis.add(turn(page, run, ":resume", "waiting"));
        }
        millis.sort(null);
        double elements = number(page.evaluate("document.querySelectorAll('*').length"));
        return new Outcome(firsts.get(firsts.size() / 2), frame, elements, millis, before, heap(tools));
    }

    private static double turn(Page page, String run, String action, String word) {
        return number(page.evaluate(TURN, List.of("/v1/runs/" + run + action, word)));
    }

    private static double heap(CDPSession tools) {
        var _ = tools.send("HeapProfiler.enable");
        var _ = tools.send("HeapProfiler.collectGarbage");
        return tools.send("Runtime.getHeapUsage").get("usedSize").getAsDouble();
    }

    private static double firstPage(ServedHost host, Chromium chromium) {
        Page page = chromium.window();
        page.setDefaultTimeout(PATIENCE);
        page.navigate(host.url() + "/ui/runs");
        page.waitForSelector(".cols.item");
        return number(page.evaluate(BYTES));
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    /// Starts a run and waits until it waits itself.
    private static String start(ServedHost host, String workflow) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            String answer = send(
                    http,
                    HttpRequest.newBuilder(URI.create(host.url() + "/v1/runs"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"workflowId\":\"" + workflow + "\"}")));
            Matcher run = RUN.matcher(answer);
            if (!run.find()) {
                throw new IOException("no run was started: " + answer);
            }
            URI there = URI.create(host.url() + "/v1/runs/" + run.group());
            while (!send(http, HttpRequest.newBuilder(there)).contains("\"status\":\"waiting-approval\"")) {
                Thread.sleep(200);
            }
            return run.group();
        }
    }

    private static String send(HttpClient http, HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }
}
