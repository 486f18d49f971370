package dev.waybill.agents.live;

import dev.waybill.agents.Outside;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.Price;
import dev.waybill.agents.model.Purse;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.model.mock.MockModel;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.HostCapabilities;
import dev.waybill.agents.pack.Pack;
import dev.waybill.agents.pack.PackFiles;
import dev.waybill.agents.pack.PackShelf;
import dev.waybill.agents.tool.RunTools;
import dev.waybill.agents.tool.ToolAnswer;
import dev.waybill.agents.tool.ToolCall;
import dev.waybill.agents.tool.ToolDescriptor;
import dev.waybill.agents.tool.ToolDesk;
import dev.waybill.agents.tool.ToolGuard;
import dev.waybill.agents.tool.ToolRate;
import dev.waybill.agents.tool.ToolSource;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InvocationFact.Source;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.Notary;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.runtime.live.Watcher;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.Until;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/// A host with agents, whose model says what a test tells it to, and whose tools are on a list.
final class Stage implements AutoCloseable, DefinitionSource {

    static final Caller ACME = new Caller("acme", "ada", Scope.ALL);
    static final Caller GLOBEX = new Caller("globex", "bob", Scope.ALL);

    final ModelStore store = new ModelStore();
    final List<ModelRequest> asked = new CopyOnWriteArrayList<>();
    final List<String> called = new CopyOnWriteArrayList<>();
    private final Map<String, WorkflowDefinition> definitions = new LinkedHashMap<>();
    private final Map<JsonObject, Models> known = new ConcurrentHashMap<>();
    private final Map<String, List<String>> script = new LinkedHashMap<>();
    private final AgentRegistry registry;
    private final RunHost host;
    private final HostLoop loop;
    private ModelProvider model = new MockModel("mock", JsonObject.EMPTY);
    private volatile String general = "test-model";
    private JsonObject budgets = JsonObject.EMPTY;
    private Optional<Price> price = Optional.empty();
    private ToolGuard guard = ToolGuard.granting(List.of());
    private String toolSays = "{\"temperature\":21}";

    /// @param agents manifests, in the order of a pack
    Stage(String... agents) {
        this(100, agents);
    }

    /// @param callsPerMinute how often each tool may be called
    Stage(int callsPerMinute, String... agents) {
        registry = registry(agents);
        RunTools runs = new RunTools(() -> registry);
        runs.in(this);
        ToolSource tools = new ToolSource() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public List<ToolDescriptor> tools() {
                JsonObject any = json("{'type':'object'}");
                return List.of(
                        ToolDescriptor.of(
                                "test:weather",
                                "Tells the weather.",
                                json("{'type':'object','required':['city']}"),
                                ToolTransport.NATIVE),
                        ToolDescriptor.of("test:delete_everything", "Deletes everything.", any, ToolTransport.NATIVE)
                                .writing(),
                        ToolDescriptor.of("test:vault", "Opens the vault.", any, ToolTransport.HTTP)
                                .needing("vault:open"));
            }

            @Override
            public ToolAnswer call(ToolCall call) {
                called.add(call.tool().id() + " " + call.arguments() + " "
                        + call.idempotencyKey().length());
                return ToolAnswer.text(toolSays);
            }
        };
        AgentHost agentHost = new AgentHost(
                () -> registry,
                new AgentHost.Picking() {
                    @Override
                    public ModelChoice forClass(String modelClass, JsonObject configurable) {
                        return new ModelChoice(spied(), general, price);
                    }

                    @Override
                    public ModelChoice named(
                            @Nullable String provider, @Nullable String name, JsonObject configurable) {
                        return new ModelChoice(spied(), name == null ? general : name, price);
                    }

                    @Override
                    public ModelSession session(ActivityCall call, int requests) {
                        return new ModelSession(call, spending(call), requests);
                    }
                },
                new ToolDesk(
                        List.of(tools, runs),
                        call -> guard.permits(call),
                        new ToolRate(callsPerMinute, InstantSource.system())));
        ExecutorService threads = HostLoop.threads();
        host = new RunHost(
                store,
                NodeTypes.core().and(List.of(new AgentNode(agentHost), new ModelSupervisor(agentHost))),
                Limits.DEFAULT,
                new AgentDefinitions(this, () -> registry),
                Notary.NONE,
                new HostSettings("test", ReceiptPolicy.DEFAULT, ClaimScope.ALL, Duration.ofSeconds(10), "1"),
                InstantSource.system(),
                new Random(7),
                threads,
                (Trouble) Proxy.newProxyInstance(
                        Trouble.class.getClassLoader(), new Class<?>[] {Trouble.class}, (_, _, _) -> null));
        loop = new HostLoop(host, threads, _ -> {});
    }

    private ModelProvider spied() {
        return new ModelProvider() {
            @Override
            public String name() {
                return "test-provider";
            }

            @Override
            public ModelAnswer ask(ModelRequest request, ModelCall call) throws InterruptedException {
                asked.add(request);
                return model.ask(request, call);
            }
        };
    }

    static String agent(String name, String more) {
        return """
                {'agentId':'local.acme.desk.%s','persona':'%s','modelClass':'writing','systemPrompt':'You are %s.'%s}""".formatted(name, name, name, more);
    }

    private static AgentRegistry registry(String... agents) {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("pack.json", bytes("""
                {'name':'local.acme.desk','version':'1.2.0','engines':{'openwop':'>=1.0.0'},
                'runtime':{'language':'remote','entry':'pack.json'},
                'prompts':[{'templateId':'stern','version':'1.0.0','kind':'system','text':'You are stern.'}],
                'agents':[%s]}""".formatted(String.join(",", agents))));
        files.put(
                "task.json",
                bytes(
                        "{'type':'object','required':['topic'],'properties':{'topic':{'type':'string'}},'additionalProperties':false}"));
        files.put(
                "result.json",
                bytes(
                        "{'type':'object','required':['answer'],'properties':{'answer':{'type':'string'},'confidence':{'type':'number'}},'additionalProperties':false}"));
        Pack pack = PackShelf.sound("test", PackFiles.of(files), HostCapabilities.ours());
        return new AgentRegistry(HostCapabilities.ours(), List.of(new AgentRegistry.Shelved(pack, "test")), List.of());
    }

    private static byte[] bytes(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    static JsonObject json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    /// What the model says, one entry after the other; then the usual.
    Stage says(String... entries) {
        List<dev.waybill.base.json.JsonValue> program = new ArrayList<>();
        for (String entry : entries) {
            program.add(json(entry));
        }
        model = new MockModel(
                "mock", JsonObject.of("agent", new JsonArray(program)).with("editor", new JsonArray(program)));
        return this;
    }

    /// The operator fills the class of models with another one from now on.
    void general(String other) {
        general = other;
    }

    /// @param written as in `agents.models.budgets`
    Stage spends(String written) {
        budgets = json(written);
        return this;
    }

    /// What a million tokens cost, read or written.
    Stage priced(int dollars) {
        price = Optional.of(
                new Price(BigDecimal.valueOf(dollars), BigDecimal.valueOf(dollars), BigDecimal.valueOf(dollars)));
        return this;
    }

    private Purse spending(ActivityCall call) {
        return known.computeIfAbsent(
                        budgets,
                        written -> Models.of(new Outside(
                                new Egress(EgressRules.USUAL),
                                JsonObject.of("budgets", written),
                                JsonObject.EMPTY,
                                JsonObject.EMPTY,
                                reference -> reference)))
                .budgets()
                .of(call);
    }

    /// Every agent by its persona, one entry for each of its turns.
    Stage script(String persona, String... entries) {
        script.put(persona, List.of(entries));
        model = new Script(script);
        return this;
    }

    Stage asks(ModelProvider provider) {
        model = provider;
        return this;
    }

    Stage guardedBy(ToolGuard other) {
        guard = other;
        return this;
    }

    Stage toolSays(String text) {
        toolSays = text;
        return this;
    }

    Stage knows(String definition) {
        switch (DefinitionReader.read(json(definition))) {
            case Read.Ok ok -> definitions.put(ok.definition().id(), ok.definition());
            case Read.Bad bad -> throw new AssertionError(bad.errors());
        }
        return this;
    }

    @Override
    public Optional<WorkflowDefinition> find(String id) {
        return Optional.ofNullable(definitions.get(id));
    }

    RunId start(Source source, String agent, String inputs) {
        return start(
                ACME,
                AgentDefinitions.of(registry, "local.acme.desk." + agent, source)
                        .orElseThrow(),
                inputs,
                "{}");
    }

    RunId start(Caller caller, WorkflowDefinition definition, String inputs, String configurable) {
        return host.start(
                caller,
                new StartRequest(
                        definition,
                        json(inputs),
                        json(configurable),
                        JsonObject.EMPTY,
                        EvidenceEnvelope.NONE,
                        null,
                        null));
    }

    /// Starts an agent and waits until nothing moves any more.
    Told run(String agent, String inputs) {
        return rest(start(Source.RUN_API, agent, inputs));
    }

    WorkflowDefinition graph(String agent) {
        return AgentDefinitions.of(registry, "local.acme.desk." + agent, Source.RUN_API)
                .orElseThrow();
    }

    Told rest(RunId run) {
        RunState state = Until.seen(
                () -> host.reader(ACME).run(run).isPresent() ? host.state(ACME, run) : host.state(GLOBEX, run),
                now -> now.isTerminal() || !now.interrupts().isEmpty());
        return new Told(state, events(run));
    }

    void cancel(RunId run) {
        host.tell(ACME, run, at -> new Command.Cancel(at, "enough", "ada"));
    }

    Watcher watch(RunId run) {
        return host.watch(ACME, run);
    }

    RunState state(RunId run) {
        return host.state(ACME, run);
    }

    /// The children of a run, in the order in which they began.
    List<RunId> children(RunId run) {
        return events(run).stream()
                .filter(event -> event.fact() instanceof HandOverFact.NodeDispatched)
                .map(event -> new RunId(((HandOverFact.NodeDispatched) event.fact()).childRunId()))
                .toList();
    }

    RunId replay(RunId run) {
        return host.fork(ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
    }

    Told answer(RunId run, String value) {
        host.tell(
                ACME,
                run,
                at -> new Command.Answer(
                        at,
                        host.state(ACME, run).interrupts().keySet().iterator().next(),
                        json(value),
                        "ada",
                        true));
        return rest(run);
    }

    List<Event> events(RunId run) {
        return store.events(run, 0, 10_000).stream()
                .map(event -> EventCodec.decode(run, event))
                .toList();
    }

    @Override
    public void close() {
        loop.close();
    }
}
