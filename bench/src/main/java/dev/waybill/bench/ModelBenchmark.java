package dev.waybill.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.agents.Outside;
import dev.waybill.agents.ai.ModelNodes;
import dev.waybill.agents.live.AgentDefinitions;
import dev.waybill.agents.live.AgentHost;
import dev.waybill.agents.live.AgentNode;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.HostCapabilities;
import dev.waybill.agents.pack.PackFiles;
import dev.waybill.agents.pack.PackShelf;
import dev.waybill.agents.tool.ToolDesk;
import dev.waybill.agents.tool.ToolGuard;
import dev.waybill.agents.tool.ToolRate;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.node.Activity;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.InvocationFact.Source;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.runtime.live.Frame;
import dev.waybill.runtime.live.Watcher;
import dev.waybill.store.sqlite.SqliteStore;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What it costs that a model is asked by a run: recorded, signed, durable.
final class ModelBenchmark implements Benchmark {

    private static final int CALLS = 10;
    private static final int AGENTS = 20;
    private static final double FRAME_MILLIS = 100;

    @Override
    public String name() {
        return "model";
    }

    @Override
    public String question() {
        return "time of a recorded, signed request to a model that answers after 5 ms, against the bare request;"
                + " turns of agents on the mock; how late the pieces of 20 streamed answers are";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws Exception {
        Path directory = Files.createTempDirectory("waybill-bench");
        try (RunStore store = SqliteStore.open(directory);
                SlowModel provider = new SlowModel()) {
            Models models = models(provider);
            for (int writers : new int[] {1, 16}) {
                requests(effort, store, provider, models, writers, figures);
            }
            turns(effort, store, provider, models, figures);
            frames(effort, store, models, figures);
        } finally {
            StoreBenchmark.delete(directory);
        }
    }

    private static Models models(SlowModel provider) {
        return Models.of(new Outside(
                new Egress(EgressRules.USUAL),
                json("""
                        {"p": {"wire": "openai-chat", "url": "URL", "models": ["m"], "stream": false},
                         "streaming": {"wire": "openai-chat", "url": "URL", "models": ["n"]},
                         "mock": {"program": {"agent": [{"content": "Done."}]}}}""".replace("URL", provider.url())),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                reference -> reference));
    }

    private static JsonObject json(String text) {
        return JsonReader.read(text, JsonLimits.DOCUMENT).asObject().orElseThrow();
    }

    private static void requests(
            Effort effort, RunStore store, SlowModel provider, Models models, int writers, Consumer<Figure> figures) {
        List<Activity> types = new ArrayList<>(ModelNodes.of(models));
        BenchHost host = new BenchHost(store, ReceiptPolicy.DEFAULT, Runnable::run, ClaimScope.OWN, types);
        WorkflowDefinition chain = chain();
        Duel duel = Duel.run(
                effort,
                writers,
                () -> () -> host.host().start(BenchHost.CALLER, StartRequest.of(chain, JsonObject.EMPTY)),
                () -> provider::bare);
        double times = 1 / (duel.ratio() * CALLS);
        figures.accept(new Figure(
                "request to a model in a signed run, %d at once".formatted(writers),
                millis(1_000 / (duel.subject() * CALLS) * writers),
                millis(1_000 / duel.yardstick() * writers),
                times,
                writers == 1 ? new Target.Below(1.5) : Figure.INFORMATIVE));
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.2f ms", millis);
    }

    /// Ten requests, one after the other.
    private static WorkflowDefinition chain() {
        List<String> nodes = new ArrayList<>();
        List<String> edges = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            nodes.add(
                    "{\"id\":\"n%d\",\"typeId\":\"core.ai.chatCompletion\",\"name\":\"n\",\"config\":{\"provider\":\"p\",\"model\":\"m\"},\"inputs\":{\"prompt\":{\"type\":\"static\",\"value\":\"A short question?\"}}}"
                            .formatted(i));
            if (i > 0) {
                edges.add("{\"id\":\"e%d\",\"sourceNodeId\":\"n%d\",\"targetNodeId\":\"n%d\"}".formatted(i, i - 1, i));
            }
        }
        return switch (DefinitionReader.read(
                json("{\"id\":\"ask\",\"name\":\"ask\",\"version\":\"1\",\"nodes\":%s,\"edges\":%s}"
                        .formatted(nodes, edges)))) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalStateException(String.valueOf(bad.errors()));
        };
    }

    private static AgentRegistry registry() {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("pack.json", """
                {"name":"local.bench.desk","version":"1.0.0","engines":{"openwop":">=1.0.0"},"runtime":{"language":"remote","entry":"pack.json"},
                 "agents":[{"agentId":"local.bench.desk.writer","persona":"Writer","modelClass":"writing","systemPrompt":"You write."}]}""".getBytes(UTF_8));
        return new AgentRegistry(
                HostCapabilities.ours(),
                List.of(new AgentRegistry.Shelved(
                        PackShelf.sound("bench", PackFiles.of(files), HostCapabilities.ours()), "bench")),
                List.of());
    }

    private static AgentNode agents(AgentRegistry registry, Models models, String provider) {
        AgentHost.Picking picking = new AgentHost.Picking() {
            @Override
            public ModelChoice forClass(String modelClass, JsonObject configurable) {
                return models.choose(provider, "m", JsonObject.EMPTY);
            }

            @Override
            public ModelChoice named(@Nullable String asked, @Nullable String model, JsonObject configurable) {
                return models.choose(provider, "m", JsonObject.EMPTY);
            }
        };
        return new AgentNode(new AgentHost(
                () -> registry,
                picking,
                new ToolDesk(
                        List.of(), ToolGuard.granting(List.of()), new ToolRate(1_000_000, InstantSource.system()))));
    }

    private static void turns(
            Effort effort, RunStore store, SlowModel provider, Models models, Consumer<Figure> figures) {
        AgentRegistry registry = registry();
        BenchHost host = new BenchHost(
                store, ReceiptPolicy.DEFAULT, Runnable::run, ClaimScope.OWN, List.of(agents(registry, models, "mock")));
        WorkflowDefinition graph = graph(registry);
        Duel duel = Duel.run(
                effort,
                AGENTS,
                () -> () -> host.host().start(BenchHost.CALLER, StartRequest.of(graph, task())),
                () -> provider::bare);
        figures.accept(new Figure(
                "runs of an agent of one turn on the mock, %d at once".formatted(AGENTS),
                Figure.perSecond(duel.subject()),
                Figure.perSecond(duel.yardstick()),
                duel.ratio(),
                Figure.INFORMATIVE));
    }

    private static WorkflowDefinition graph(AgentRegistry registry) {
        return AgentDefinitions.of(registry, "local.bench.desk.writer", Source.RUN_API)
                .orElseThrow();
    }

    private static JsonObject task() {
        return json("{\"message\":\"Write.\"}");
    }

    private static void frames(Effort effort, RunStore store, Models models, Consumer<Figure> figures)
            throws Exception {
        AgentRegistry registry = registry();
        WorkflowDefinition graph = graph(registry);
        List<Double> delays = new ArrayList<>();
        try (ExecutorService threads = HostLoop.threads();
                ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            BenchHost host = new BenchHost(
                    store,
                    ReceiptPolicy.DEFAULT,
                    threads,
                    ClaimScope.OWN,
                    List.of(agents(registry, models, "streaming")));
            for (int round = 0; round < Math.max(1, Math.min(3, effort.rounds() / 10)); round++) {
                List<Future<List<Double>>> heard = new ArrayList<>();
                for (int i = 0; i < AGENTS; i++) {
                    RunId run = host.host().start(BenchHost.CALLER, StartRequest.of(graph, task()));
                    Watcher watcher = host.host().watch(BenchHost.CALLER, run);
                    heard.add(readers.submit(reading(watcher)));
                }
                for (Future<List<Double>> each : heard) {
                    delays.addAll(each.get());
                }
            }
        }
        double median =
                Duel.median(delays.stream().mapToDouble(Double::doubleValue).toArray());
        figures.accept(new Figure(
                "frame to a watcher, p50, 20 agents of 1,000 pieces",
                millis(median),
                millis(FRAME_MILLIS),
                median / FRAME_MILLIS,
                new Target.Below(1)));
    }

    /// How late each piece was, in milliseconds.
    private static Callable<List<Double>> reading(Watcher watcher) {
        return () -> {
            List<Double> delays = new ArrayList<>();
            long counted = 0;
            try (watcher) {
                while (counted < SlowModel.PIECES) {
                    Watcher.Look look = watcher.look(Duration.ofSeconds(5));
                    if (look.frames().isEmpty()) {
                        return delays;
                    }
                    long now = System.nanoTime();
                    counted += look.missed();
                    for (Frame frame : look.frames()) {
                        long sent = Long.parseLong(
                                frame.content().asString().orElse("0").strip());
                        delays.add((now - sent) / 1e6);
                        counted++;
                    }
                }
            }
            return delays;
        };
    }
}
