package dev.waybill.bench;

import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// How long an agent with a `waybill mcp` of its own waits for its advances beside a `waybill serve` under load.
final class GuidedNeighboursBenchmark implements Benchmark {

    private static final int CLIENTS = 16;
    private static final int ITEMS_AN_ADVANCE = 200;
    private static final int FEWEST = 5;
    private static final String KEY = "your API key, shown only once: ";
    private static final String READY = "waybill is ready on ";

    @Override
    public String name() {
        return "guided-neighbours";
    }

    @Override
    public String question() {
        return "an agent that advances every 20 ms through 'waybill mcp' beside a 'waybill serve' with " + CLIENTS
                + " HTTP clients on the same SQLite directory, against the same agent alone";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        int advances = Math.clamp(effort.items() / ITEMS_AN_ADVANCE, FEWEST, GuidedBenchmark.LONGEST);
        Path directory = Files.createTempDirectory("waybill-bench");
        try {
            Files.createDirectories(directory.resolve("workflows"));
            Files.writeString(directory.resolve("workflows/bench-loop.json"), GuidedBenchmark.WORKFLOW);
            try (Child mcp = waybill(directory, "mcp")) {
                ToolCalls agent = message -> mcp.ask(message.toString());
                agent.send(ToolCalls.message("initialize", hello()));
                // The first session is for the compiler.
                measure(agent, advances);
                measureBesideLoad(directory, agent, advances, figures);
            }
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    private static void measureBesideLoad(Path directory, ToolCalls agent, int advances, Consumer<Figure> figures)
            throws Exception {
        JsonObject alone = measure(agent, advances);
        try (Child serve = waybill(directory, "serve", "--keys", "--port", "0");
                GuidedLoad load = load(serve)) {
            load.begin(CLIENTS);
            // The server's compiler wants its time as well.
            while (load.advances() < advances) {
                Thread.sleep(NeighbourProcess.PAUSE);
            }
            JsonObject beside = measure(agent, advances);
            NeighbourBenchmark.report(alone, beside, load.perSecond(), figures);
        }
    }

    private static JsonObject hello() {
        return JsonObject.builder()
                .put("protocolVersion", "2025-06-18")
                .put("capabilities", JsonObject.EMPTY)
                .put(
                        "clientInfo",
                        JsonObject.builder()
                                .put("name", "bench")
                                .put("version", "1")
                                .build())
                .build();
    }

    private static Child waybill(Path directory, String... words) throws IOException {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAYBILL_DATA", directory.resolve("data").toString());
        variables.put("WAYBILL_KEYS", directory.resolve("keys").toString());
        String[] all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--workflows";
        all[words.length + 1] = directory.resolve("workflows").toString();
        return Child.start(variables, List.of(), dev.waybill.app.Main.class, all);
    }

    /// Its first start tells the key, then where it listens.
    private static GuidedLoad load(Child serve) throws IOException {
        String key = "";
        for (String line = serve.answers().readLine();
                line != null;
                line = serve.answers().readLine()) {
            if (line.startsWith(KEY)) {
                key = line.substring(KEY.length());
            } else if (line.startsWith(READY)) {
                return new GuidedLoad(URI.create(line.substring(READY.length()).split(" ", 2)[0] + "/mcp"), key);
            }
        }
        throw new IOException("waybill serve ended before it was ready");
    }

    /// One session, with a pause before each advance.
    private static JsonObject measure(ToolCalls agent, int advances) throws IOException, InterruptedException {
        JsonObject at = agent.call("workflow_start", GuidedBenchmark.start(advances));
        long[] micros = new long[advances];
        for (int i = 0; i < advances; i++) {
            Thread.sleep(NeighbourProcess.PAUSE);
            JsonObject request = GuidedBenchmark.next(at, i);
            long begin = System.nanoTime();
            at = agent.call("workflow_advance", request);
            micros[i] = (System.nanoTime() - begin) / 1_000;
        }
        return NeighbourProcess.percentiles(micros);
    }
}
