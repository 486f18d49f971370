package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.fail;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.doors.a2a.A2aDoor;
import dev.waybill.doors.a2a.A2aHost;
import dev.waybill.doors.hook.HookDoor;
import dev.waybill.doors.http.ApiKeyGate;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.doors.http.WaybillServer;
import dev.waybill.doors.rest.api.AgentDesk;
import dev.waybill.doors.rest.api.Claim;
import dev.waybill.doors.rest.api.Claims;
import dev.waybill.doors.rest.api.Operations;
import dev.waybill.doors.rest.api.RestHost;
import dev.waybill.doors.rest.api.TestSeams;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.Scope;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.HostSelf;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.Notary;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.runtime.feed.EventHub;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.runtime.guided.GuidedService;
import dev.waybill.runtime.guided.GuidedSettings;
import dev.waybill.runtime.guided.TokenKeyring;
import dev.waybill.runtime.trigger.TriggerCatalog;
import dev.waybill.runtime.trigger.TriggerDesk;
import dev.waybill.runtime.webhook.Bell;
import dev.waybill.runtime.webhook.HookSecrets;
import dev.waybill.runtime.webhook.Pace;
import dev.waybill.runtime.webhook.Subscriptions;
import dev.waybill.runtime.webhook.WebhookCourier;
import dev.waybill.runtime.webhook.WebhookDeliveries;
import dev.waybill.runtime.webhook.WebhookDesk;
import dev.waybill.runtime.webhook.WebhookPost;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.OpenApiJudge;
import dev.waybill.testkit.Until;
import dev.waybill.view.run.WireEvent;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.TriggerType;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A host behind HTTP, with a client. Two tenants have keys: `acme`, whose key may do everything, and `globex`.
final class RestDesk implements AutoCloseable, DefinitionSource {

    static final String ACME = "wbk_acme";
    static final String GLOBEX = "wbk_globex";

    private static final Pace PACE =
            new Pace(Duration.ofMillis(10), Duration.ofMillis(20), 3, 4, Duration.ofMillis(50), Duration.ofSeconds(10));

    private final Map<String, WorkflowDefinition> definitions = new LinkedHashMap<>();
    private final ModelStore store = new ModelStore();
    private final HttpClient client = HttpClient.newHttpClient();
    private final RunHost host;
    private final HostLoop loop;
    private final EventHub events;
    private final RouteTable table;
    private final RestHost rest;
    private final WaybillServer server;
    private final WebhookPost post;
    final List<String> troubles = new CopyOnWriteArrayList<>();
    private volatile @Nullable OpenApiJudge judge;

    RestDesk() {
        this(false);
    }

    /// @param seams whether a test suite may change this host
    RestDesk(boolean seams) {
        this(seams, AgentDesk.NONE);
    }

    RestDesk(boolean seams, AgentDesk agents) {
        this(seams, agents, new EgressRules(List.of(), true));
    }

    /// @param rules where webhooks may go
    RestDesk(boolean seams, EgressRules rules) {
        this(seams, AgentDesk.NONE, rules);
    }

    private RestDesk(boolean seams, AgentDesk agents, EgressRules rules) {
        Bell bell = new Bell();
        Subscriptions subscriptions = new Subscriptions(store.webhooks(), InstantSource.system());
        HookSecrets secrets = new HookSecrets(() -> "a key for tests".getBytes(StandardCharsets.UTF_8));
        DefinitionSource workflows = seams ? new TestSeams(this) : this;
        ExecutorService threads = HostLoop.threads();
        host = new RunHost(
                store,
                NodeTypes.core().firing(EnumSet.of(TriggerType.SCHEDULE, TriggerType.WEBHOOK, TriggerType.ERROR)),
                Limits.DEFAULT,
                workflows,
                Notary.NONE,
                new HostSettings("test", ReceiptPolicy.DEFAULT, ClaimScope.ALL, Duration.ofSeconds(10), "1")
                        .with(new WebhookDeliveries(subscriptions, InstantSource.system(), bell)),
                InstantSource.system(),
                new Random(7),
                threads,
                trouble());
        loop = new HostLoop(host, threads, e -> troubles.add(String.valueOf(e.getMessage())));
        events = new EventHub(store, store.changes());
        TriggerDesk triggers =
                new TriggerDesk(host, new TriggerCatalog(store, workflows, "acme"), InstantSource.system());
        rest = new RestHost(
                "waybill-test",
                "0.0.1",
                host,
                events,
                workflows,
                new Bodies(64 * 1024),
                InstantSource.system(),
                KeySet::empty,
                _ -> {
                    throw new UnsupportedOperationException("nothing is signed here");
                },
                (_, _) -> {
                    throw new UnsupportedOperationException("there is no evidence here");
                },
                agents,
                new WebhookDesk(
                        store, subscriptions, secrets, new Egress(rules), InstantSource.system(), new Random(8), bell),
                triggers);
        post = new WebhookPost(
                store,
                new WebhookCourier(
                        store,
                        subscriptions,
                        secrets,
                        new Egress(rules),
                        InstantSource.system(),
                        (run, event) -> WireEvent.of(EventCodec.decode(run, event))),
                InstantSource.system(),
                PACE,
                bell,
                (_, _) -> {});
        table = Operations.of(rest);
        AtomicLong failures = new AtomicLong();
        RestDoor door = new RestDoor(
                table,
                rest.bodies(),
                new Pressure(50, 20),
                Dialect.known(),
                () -> "failure-" + failures.incrementAndGet(),
                (name, thrown) -> troubles.add(name + ": " + thrown));
        key(ACME, "acme", Scope.ALL);
        key(GLOBEX, "globex", Scope.ALL);
        server = WaybillServer.start(
                ServerSettings.of("127.0.0.1", 0),
                new ApiKeyGate(store, InstantSource.system()),
                Optional::empty,
                List.of(
                        new A2aDoor(
                                new A2aHost("0.0.1", host, events, workflows, Optional::empty, () -> false),
                                thrown -> troubles.add("a2a: " + thrown)),
                        door,
                        new HookDoor(
                                triggers,
                                (tenant, name) -> Optional.of((tenant + " " + name).getBytes(StandardCharsets.UTF_8)),
                                InstantSource.system(),
                                troubles::add)));
        host.presentAs(() -> HostSelf.at("waybill-test", server.url()), JsonObject.EMPTY);
    }

    private Trouble trouble() {
        return (Trouble) Proxy.newProxyInstance(
                Trouble.class.getClassLoader(), new Class<?>[] {Trouble.class}, (_, method, arguments) -> {
                    if (!method.isDefault()) {
                        troubles.add(method.getName() + " " + java.util.Arrays.toString(arguments));
                    }
                    return null;
                });
    }

    RestDesk key(String secret, String tenant, Set<Scope> scopes) {
        store.addApiKey(
                new ApiKey("key-" + secret, tenant, "test", ApiKeyGate.digest(secret), scopes, Instant.EPOCH, null));
        return this;
    }

    /// The tools of agents who follow guided workflows on this host.
    GuidedService guided(GuidedCatalog catalog) {
        return new GuidedService(
                store,
                host.guided(),
                catalog,
                new TokenKeyring(store, InstantSource.system(), new Random(9)),
                new GuidedSettings(false, List.of()),
                e -> troubles.add("guided: " + e));
    }

    RouteTable table() {
        return table;
    }

    List<Claim> claims() {
        return Claims.of(rest);
    }

    String url() {
        return server.url();
    }

    RestDesk knowsFile(Path file) throws IOException {
        return knows(JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT));
    }

    /// @param json with single quotes
    RestDesk knows(String json) {
        return knows(json(json));
    }

    private RestDesk knows(JsonObject document) {
        switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> definitions.put(ok.definition().id(), ok.definition());
            case Read.Bad bad -> fail(bad.errors().toString());
        }
        return this;
    }

    static JsonObject json(String text) {
        return read(text.replace('\'', '"'));
    }

    static JsonObject read(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    /// A workflow of one node.
    RestDesk knows(String id, String typeId, String config) {
        return knows("""
                {'id':'%s','name':'%s','version':'1.0','triggers':[{'id':'t','type':'manual'}],'variables':[],
                'nodes':[{'id':'n','typeId':'%s','name':'n','position':{'x':0,'y':0},'config':{%s},'inputs':{}}],
                'edges':[],'metadata':{},'settings':{}}""".formatted(id, id, typeId, config));
    }

    @Override
    public Optional<WorkflowDefinition> find(String id) {
        return Optional.ofNullable(definitions.get(id));
    }

    @Override
    public List<String> ids() {
        return new ArrayList<>(definitions.keySet());
    }

    HttpRequest.Builder request(String path, String key) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url() + path)).timeout(Duration.ofMinutes(2));
        return key.isEmpty() ? request : request.header("Authorization", "Bearer " + key);
    }

    Reply send(HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            judge().fits(
                            request.method(),
                            request.uri().getRawPath(),
                            response.statusCode(),
                            response.headers().firstValue("Content-Type").orElse(""),
                            response.body());
            return new Reply(
                    response.statusCode(), response.body(), response.headers().map());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// What the host says of itself, which every answer is held against.
    private OpenApiJudge judge() throws IOException, InterruptedException {
        OpenApiJudge known = judge;
        if (known == null) {
            HttpRequest document = request("/v1/openapi.json", "").GET().build();
            known = OpenApiJudge.of(
                    client.send(document, HttpResponse.BodyHandlers.ofString()).body());
            judge = known;
        }
        return known;
    }

    Reply get(String path) {
        return get(path, ACME);
    }

    Reply get(String path, String key) {
        return send(
                request(path, key).header("Accept", "application/json").GET().build());
    }

    Reply post(String path, String json) {
        return post(path, ACME, json);
    }

    /// @param headers names and values in turn
    Reply post(String path, String key, String json, String... headers) {
        HttpRequest.Builder request = request(path, key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')));
        return send((headers.length == 0 ? request : request.headers(headers)).build());
    }

    /// Starts a run and gives its id.
    String start(String workflow) {
        return post("/v1/runs", "{'workflowId':'" + workflow + "'}").is(201).text("runId");
    }

    /// Waits for a status.
    JsonObject until(String run, String status) {
        return Until.seen(
                () -> get("/v1/runs/" + run).is(200).json(),
                snapshot -> snapshot.string("status").orElseThrow().equals(status));
    }

    List<JsonObject> events(String run) {
        return get("/v1/runs/" + run + "/events").is(200).json().array("events").orElseThrow().items().stream()
                .map(item -> item.asObject().orElseThrow())
                .toList();
    }

    List<JsonObject> events(String run, String type) {
        return events(run).stream()
                .filter(event -> event.string("type").orElse("").equals(type))
                .toList();
    }

    @Override
    public void close() {
        post.close();
        server.close();
        events.close();
        loop.close();
        store.close();
    }
}
