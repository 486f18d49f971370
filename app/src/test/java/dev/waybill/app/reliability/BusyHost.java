package dev.waybill.app.reliability;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
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
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.store.sqlite.SqliteStore;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;

/// A production host on SQLite whose activities leave a trace outside the store. As a program it starts runs until it
/// is killed, and says so after each one that it was answered for.
final class BusyHost implements Trouble, AutoCloseable {

    /// Short, so that a successor takes over soon.
    private static final Duration LEASE = Duration.ofSeconds(1);

    private static final int STARTERS = 4;

    static final HostKeys KEYS = new HostKeys(
            List.of(SigningKey.ofSeed("busy", "a seed of 32 bytes for one key..".getBytes(StandardCharsets.US_ASCII))),
            "https://busy.example",
            "a secret of 32 bytes for tenants".getBytes(StandardCharsets.US_ASCII));

    private final WorkflowDefinition definition = definition();
    private final RunStore store;
    private final RunHost host;
    private final HostLoop loop;

    BusyHost(Path data) {
        store = SqliteStore.open(data);
        ExecutorService effects = HostLoop.effects(16);
        host = new RunHost(
                store,
                NodeTypes.core().and(List.of(new Trace(data.resolve("calls.txt")))),
                Limits.DEFAULT,
                DefinitionSource.NONE,
                new StoreNotary(store, new Sealer(KEYS)),
                new HostSettings("busy", "test", ReceiptPolicy.DEFAULT, ClaimScope.ALL, LEASE, 16, "test"),
                InstantSource.system(),
                new SecureRandom(),
                effects,
                this);
        loop = new HostLoop(host, effects, _ -> {});
    }

    static void main(String... args) throws InterruptedException {
        BusyHost busy = new BusyHost(Path.of(args[0]));
        System.out.println("ready");
        for (int i = 0; i < STARTERS; i++) {
            Thread.ofPlatform().start(busy::startForEver);
        }
        Thread.sleep(Duration.ofMinutes(5));
    }

    private void startForEver() {
        while (true) {
            RunId run = start();
            synchronized (System.out) {
                System.out.println(run);
                System.out.flush();
            }
        }
    }

    RunId start() {
        return host.start(StartRequest.of(definition, JsonObject.EMPTY));
    }

    RunStore store() {
        return store;
    }

    /// A fan of three activities, then one more, then a short wait.
    private static WorkflowDefinition definition() {
        String json = """
                {"id":"busy","name":"busy","version":"1","triggers":[],"variables":[],"metadata":{},"settings":{"timeout":0},
                 "nodes":[%s,%s,%s,%s,%s],
                 "edges":[%s,%s,%s,%s]}""".formatted(
                        node("a", "test.trace"),
                        node("b", "test.trace"),
                        node("c", "test.trace"),
                        node("d", "test.trace"),
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

    private static String node(String id, String type) {
        return "{\"id\":\"%s\",\"typeId\":\"%s\",\"name\":\"%s\",\"position\":{\"x\":0,\"y\":0},\"config\":{\"ms\":20},\"inputs\":{}}"
                .formatted(id, type, id);
    }

    private static String edge(String from, String to) {
        return "{\"id\":\"%s%s\",\"sourceNodeId\":\"%s\",\"targetNodeId\":\"%s\"}".formatted(from, to, from, to);
    }

    @Override
    public void lateOutcome(RunId run, String nodeId) {
        // Refused, as it should be.
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

    /// Writes down who calls it, before anything can be recorded.
    private record Trace(Path file) implements Activity {
        @Override
        public String typeId() {
            return "test.trace";
        }

        @Override
        public NodeResult execute(ActivityCall call) throws InterruptedException {
            String line = call.node().node().id() + " " + call.node().ordinal() + " " + call.invocationId() + "\n";
            try {
                Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Thread.sleep(2);
            return NodeResult.done(JsonObject.EMPTY);
        }
    }
}
