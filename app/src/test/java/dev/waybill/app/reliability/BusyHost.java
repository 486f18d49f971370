package dev.waybill.app.reliability;

import dev.waybill.app.host.Hosts;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.host.wiring.Assembly;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Ownership;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.store.StoreLocation;
import dev.waybill.store.Stores;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/// A production host whose activities leave a trace outside the store. As a program it starts runs until it is
/// killed, and says so after each one that it was answered for.
final class BusyHost implements Trouble, AutoCloseable {

    /// Short, so that a successor takes over soon.
    static final Duration SHORT_LEASE = Duration.ofSeconds(1);

    static final HostKeys KEYS = new HostKeys(List.of(key()), "https://busy.example", bytes("of 32 bytes for tenants"));

    /// A starter that waits for its run so long goes on with another.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final WorkflowDefinition definition = definition();
    private final RunStore store;
    private final RunHost host;
    private final HostLoop loop;

    /// @param place a data directory, or the URL of a database
    BusyHost(String place, String kind, Duration lease, Trace trace) {
        store = watched(open(place));
        ExecutorService threads = HostLoop.threads();
        host = new Assembly(
                        NodeTypes.core().and(List.of(trace)),
                        Limits.DEFAULT,
                        KEYS,
                        new HostSettings(kind, ReceiptPolicy.DEFAULT, ClaimScope.ALL, lease, "test"),
                        DefinitionSource.NONE,
                        InstantSource.system())
                .on(store, threads, this);
        loop = new HostLoop(host, threads, problem -> System.err.println(problem.getMessage()));
    }

    static RunStore open(String place) {
        boolean database = place.startsWith("postgresql:");
        return Stores.open(
                StoreLocation.of(database ? null : Path.of(place), database ? place : null, Path.of("nowhere")));
    }

    /// @param args the place, the kind of process, its lease in milliseconds, and how many runs are under way
    /// at once
    static void main(String... args) throws InterruptedException {
        BusyHost busy = new BusyHost(args[0], args[1], Duration.ofMillis(Long.parseLong(args[2])), new Trace());
        say("ready", busy.host.process().value());
        for (int starters = Integer.parseInt(args[3]); starters > 0; starters--) {
            Thread.ofPlatform().start(busy::startForEver);
        }
        Thread.sleep(Duration.ofMinutes(10));
    }

    private void startForEver() {
        try {
            while (true) {
                startOne();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void startOne() throws InterruptedException {
        try {
            JsonObject inputs = JsonObject.builder()
                    .put("tag", UUID.randomUUID().toString())
                    .build();
            RunId run = host.start(Hosts.OPERATOR, StartRequest.of(definition, inputs));
            say("started", run.value());
            awaitEnd(run);
        } catch (StoreException e) {
            // Not answered, so nothing is promised.
            System.err.println(e.getMessage());
        }
    }

    private void awaitEnd(RunId run) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(end)
                && !store.run(run).orElseThrow().projection().status().isTerminal()) {
            Thread.sleep(10);
        }
    }

    /// Words count once they are outside the process.
    private static void say(String word, String rest) {
        synchronized (System.out) {
            System.out.println(word + " " + rest);
            System.out.flush();
        }
    }

    RunHost host() {
        return host;
    }

    RunStore store() {
        return store;
    }

    /// The same store, which says aloud when a commit is fenced and when a run is taken over.
    private static RunStore watched(RunStore store) {
        return (RunStore) Proxy.newProxyInstance(
                RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class}, (_, method, arguments) -> {
                    try {
                        Object answer = method.invoke(store, arguments);
                        if (answer instanceof Commit.Fenced fenced) {
                            say("fenced", fenced.run().value());
                        }
                        if (answer instanceof List<?> claims) {
                            claims.forEach(BusyHost::sayIfTakenOver);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static void sayIfTakenOver(@Nullable Object found) {
        if (found instanceof Ownership.Claim claim && claim.takenOver()) {
            say("took", claim.run().value());
        }
    }

    static SigningKey key() {
        return SigningKey.ofSeed("busy", bytes("of 32 bytes for one key"));
    }

    private static byte[] bytes(String text) {
        return "%-32s".formatted(text).getBytes(StandardCharsets.US_ASCII);
    }

    /// A fan of three activities, then one more, then a short wait.
    private static WorkflowDefinition definition() {
        String json = """
                {"id":"busy","name":"busy","version":"1","triggers":[],"metadata":{},"settings":{"timeout":0},
                 "variables":[{"name":"tag","type":"string","required":true}],
                 "nodes":[%s,%s,%s,%s,%s],
                 "edges":[%s,%s,%s,%s]}""".formatted(
                        node("a", Trace.TYPE),
                        node("b", Trace.TYPE),
                        node("c", Trace.TYPE),
                        node("d", Trace.TYPE),
                        node("wait", "core.delay"),
                        edge("a", "d"),
                        edge("b", "d"),
                        edge("c", "d"),
                        edge("d", "wait"));
        return switch (DefinitionReader.read(
                JsonReader.read(json, JsonLimits.DOCUMENT).asObject().orElseThrow())) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalStateException(bad.errors().toString());
        };
    }

    static String node(String id, String type) {
        String config = type.equals("core.approvalGate") ? "{}" : "{\"ms\":20}";
        return "{\"id\":\"%s\",\"typeId\":\"%s\",\"name\":\"%s\",\"config\":%s}".formatted(id, type, id, config);
    }

    static String edge(String from, String to) {
        return "{\"id\":\"%s%s\",\"sourceNodeId\":\"%s\",\"targetNodeId\":\"%s\"}".formatted(from, to, from, to);
    }

    @Override
    public void lateOutcome(RunId run, String nodeId) {
        say("late", run.value());
    }

    @Override
    public void storeFailed(RunId run, StoreException problem) {
        System.err.println(problem.getMessage());
    }

    @Override
    public void runFailed(RunId run, RuntimeException problem) {
        System.err.println(run + ": " + problem);
    }

    @Override
    public void close() {
        loop.close();
        store.close();
    }
}
