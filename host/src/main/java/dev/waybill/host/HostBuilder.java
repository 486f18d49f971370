package dev.waybill.host;

import dev.waybill.agents.Outside;
import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.HostCapabilities;
import dev.waybill.agents.pack.Pack;
import dev.waybill.agents.pack.PackFolders;
import dev.waybill.agents.part.Parts;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.host.wiring.Assembly;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.host.wiring.LiveHost;
import dev.waybill.host.wiring.StandardNodes;
import dev.waybill.host.wiring.UserKeys;
import dev.waybill.host.wiring.UserPlaces;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.store.StoreLocation;
import dev.waybill.store.Stores;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a host can do and where its runs lie. Everything is registered before it opens, since it goes on with runs of
/// before from its first moment.
public final class HostBuilder {

    private static final System.Logger LOG = System.getLogger("dev.waybill.host");

    private final StoreLocation location;
    private final List<Activity> activities = new ArrayList<>();
    private final Map<String, WorkflowDefinition> workflows = new LinkedHashMap<>();
    private final List<AgentManifest> agents = new ArrayList<>();
    private final Map<String, AgentFunction> functions = new LinkedHashMap<>();
    private final List<Path> packs = new ArrayList<>();
    private JsonObject settings = JsonObject.EMPTY;
    private String tenant = "local";
    private Path keys = UserPlaces.ofProcess().keys();
    private @Nullable String issuer;
    private ReceiptPolicy receipts = ReceiptPolicy.DEFAULT;
    private Duration lease = HostSettings.DEFAULT_LEASE;
    private InstantSource clock = InstantSource.system();
    private Consumer<String> trouble = sentence -> LOG.log(System.Logger.Level.WARNING, sentence);

    HostBuilder(StoreLocation location) {
        this.location = location;
    }

    /// Registers the work of a step.
    ///
    /// @param typeId the name that workflows use, such as `acme.charge`
    /// @param input what it is given: a record, or `JsonObject` for the members as they are
    public <I> HostBuilder activity(String typeId, Class<I> input, ActivityFunction.Simple<I> work) {
        return activity(typeId, input, (given, _) -> work.run(given));
    }

    /// The same for work that also wants its call: the invocation id, the deadline, the watchers.
    public <I> HostBuilder activity(String typeId, Class<I> input, ActivityFunction<I> work) {
        return activity(new FunctionActivity<>(typeId, input, work));
    }

    /// The same with everything that a node type can say about itself; also a `Supervisor`.
    public HostBuilder activity(Activity activity) {
        activities.add(activity);
        return this;
    }

    /// Registers an agent that a model is behind.
    ///
    /// @param agentId such as `acme.critic`; workflows, teams and [Host#start] use it
    public HostBuilder agent(String agentId, Consumer<AgentSpec> described) {
        AgentSpec spec = new AgentSpec(agentId);
        described.accept(spec);
        agents.add(spec.manifest());
        return this;
    }

    /// Registers an agent that a function of yours is behind.
    public HostBuilder agent(String agentId, AgentFunction function) {
        String modelClass = FunctionAgents.modelClass(agentId);
        functions.put(modelClass, function);
        return agent(agentId, spec -> spec.modelClass(modelClass));
    }

    /// Adds the agents of a pack, or of all packs in a folder.
    public HostBuilder packs(Path folder) {
        packs.add(folder);
        return this;
    }

    /// Registers a workflow under its id.
    public HostBuilder workflow(WorkflowDefinition definition) {
        workflows.put(definition.id(), definition);
        return this;
    }

    public HostBuilder workflow(Workflow built) {
        return workflow(built.build());
    }

    /// Registers the workflow that a file defines.
    ///
    /// @throws Refused when it cannot run, with everything that is wrong
    public HostBuilder workflow(Path file) {
        byte[] bytes = new byte[0];
        try {
            bytes = Files.readAllBytes(file);
            return workflow(Workflow.read(file.toString(), JsonReader.readObject(bytes, JsonLimits.DOCUMENT)));
        } catch (JsonException e) {
            throw new Refused(RefusalCode.VALIDATION_ERROR, file + ": " + e.in(bytes));
        } catch (IOException e) {
            throw new Refused(RefusalCode.VALIDATION_ERROR, "%s cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    /// What a configuration file says under `agents`: `models`, `tools`, `mcp-servers`, `remote`, `programs`,
    /// `secrets`.
    /// Without it agents ask the mock, which needs no key.
    public HostBuilder settings(JsonObject agents) {
        settings = agents;
        return this;
    }

    /// To whom new runs belong; `local` unless you say otherwise, as on the command line.
    public HostBuilder tenant(String name) {
        tenant = name;
        return this;
    }

    /// Where the signing keys lie, and are made when there are none. Unless you say otherwise these are the user's own,
    /// as on the command line: `WAYBILL_KEYS`, else `~/.local/share/waybill/keys`.
    public HostBuilder keys(Path directory) {
        keys = directory;
        return this;
    }

    /// The name under which receipts are signed, such as `https://agents.example.com`; without one it is made from the
    /// key.
    public HostBuilder issuer(String origin) {
        issuer = origin;
        return this;
    }

    /// How new runs are signed for.
    public HostBuilder receipts(ReceiptPolicy policy) {
        receipts = policy;
        return this;
    }

    /// A process that was silent for so long is dead, and its runs are taken over: ten seconds unless you say
    /// otherwise.
    public HostBuilder lease(Duration silence) {
        lease = silence;
        return this;
    }

    /// The time that runs are recorded at.
    public HostBuilder clock(InstantSource source) {
        clock = source;
        return this;
    }

    /// Hears, in sentences, what goes wrong behind the program's back; otherwise the logger `dev.waybill.host` does.
    public HostBuilder onTrouble(Consumer<String> hears) {
        trouble = hears;
        return this;
    }

    /// Opens the store and goes to work.
    ///
    /// @throws dev.waybill.journal.store.StoreException when the store cannot be opened
    /// @throws dev.waybill.host.wiring.KeysUnusable when there is nothing to sign with
    /// @throws Refused when a pack cannot be used
    /// @throws IllegalArgumentException when two activities have one name
    public Host open() {
        UserKeys issuers = new UserKeys(keys, clock, List.of(), issuer, true);
        if (receipts.issue()) {
            issuers.load();
        }
        AgentRegistry registry = registry();
        Outside outside = outside();
        NodeTypes types = new StandardNodes(
                        outside,
                        () -> registry,
                        member("tools"),
                        clock,
                        others -> new FunctionAgents(functions, others))
                .with(ours -> ours.and(activities));
        DefinitionSource source = StandardNodes.workers(new Registered(workflows), () -> registry, member("remote"));
        HostSettings behaviour = new HostSettings("program", receipts, ClaimScope.ALL, lease, EngineVersion.current());
        Assembly assembly = new Assembly(types, Limits.DEFAULT, issuers, behaviour, source, clock);
        HostTrouble told = new HostTrouble(trouble);
        return new Host(live(assembly, told), Caller.operator(tenant), source, issuers, told, clock);
    }

    private LiveHost live(Assembly assembly, HostTrouble told) {
        RunStore store = Stores.open(location);
        try {
            return assembly.working(store, store, told, List.of());
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private record Registered(Map<String, WorkflowDefinition> workflows) implements DefinitionSource {

        @Override
        public Optional<WorkflowDefinition> find(String definitionId) {
            return Optional.ofNullable(workflows.get(definitionId));
        }

        @Override
        public List<String> ids() {
            return List.copyOf(workflows.keySet());
        }
    }

    /// The program's own agents first.
    private AgentRegistry registry() {
        AgentRegistry found = PackFolders.in(packs, HostCapabilities.ours());
        found.unusable().stream().findFirst().ifPresent(bad -> {
            throw new Refused(RefusalCode.VALIDATION_ERROR, "%s: %s".formatted(bad.source(), bad.why()));
        });
        List<AgentRegistry.Shelved> all = new ArrayList<>();
        if (!agents.isEmpty()) {
            all.add(new AgentRegistry.Shelved(own(), "this program"));
        }
        all.addAll(found.packs());
        return new AgentRegistry(HostCapabilities.ours(), all, List.of());
    }

    private Pack own() {
        JsonObject json = JsonObject.builder()
                .put("name", "local.program")
                .put("version", "1.0.0")
                .put(
                        "agents",
                        new JsonArray(agents.stream()
                                .<dev.waybill.base.json.JsonValue>map(AgentManifest::json)
                                .toList()))
                .build();
        Digest digest = Digest.of(json.toString().getBytes(StandardCharsets.UTF_8));
        return new Pack(json, digest, false, agents, List.of(), List.of(), null);
    }

    private Outside outside() {
        return new Outside(
                new Egress(new EgressRules(List.of(), false)),
                member("models"),
                member("mcp-servers"),
                member("remote"),
                member("programs"),
                member("secrets"),
                SecretReference::text,
                Parts.NONE);
    }

    private JsonObject member(String name) {
        return settings.object(name).orElse(JsonObject.EMPTY);
    }
}
