package dev.waybill.app.demo;

import dev.waybill.app.host.Hosts;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.node.ApprovalGate;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.EnvelopePolicy;
import dev.waybill.runtime.HostLoop;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.feed.EventFeed;
import dev.waybill.runtime.feed.EventHub;
import dev.waybill.runtime.receipt.ExportOptions;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.runtime.receipt.RunExport;
import dev.waybill.store.sqlite.SqliteStore;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/// A team writes a market report: it plans, searches in parallel (one source is down at first), hands the facts to a
/// checker, writes, asks a person, publishes. A real run in a real store, with a receipt for every step.
public final class DemoRun implements AutoCloseable {

    public static final String ISSUER = "https://agents.example.com";

    private static final Caller CALLER = Caller.operator("demo");
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final InstantSource clock;
    private final HostKeys keys;
    private final RunStore store;
    private final RunHost host;
    private final HostLoop loop;
    private final RunId run;

    private DemoRun(Path data, InstantSource clock, SecureRandom random) {
        this.clock = clock;
        byte[] tenantSecret = new byte[32];
        random.nextBytes(tenantSecret);
        this.keys = new HostKeys(List.of(SigningKey.generate(random)), ISSUER, tenantSecret);
        this.store = SqliteStore.open(data);
        ExecutorService threads = HostLoop.threads();
        this.host = Hosts.wired(
                store,
                NodeTypes.core().and(DemoAgents.all()),
                keys,
                Hosts.settings("demo", ReceiptPolicy.DEFAULT, ClaimScope.OWN, EnvelopePolicy.DEFAULT),
                id -> Optional.of(definition(id)),
                clock,
                threads,
                Trouble.THROWN);
        this.loop = new HostLoop(host, threads, problem -> {
            throw problem;
        });
        this.run = host.start(CALLER, StartRequest.of(definition("market-report"), JsonObject.EMPTY));
    }

    /// Starts the run in a data directory of its own, with fresh keys.
    public static DemoRun start(Path data, InstantSource clock, SecureRandom random) {
        return new DemoRun(data, clock, random);
    }

    private static WorkflowDefinition definition(String id) {
        try (InputStream in = DemoRun.class.getResourceAsStream(id + ".json")) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + id + ".json");
            }
            return switch (DefinitionReader.read(JsonReader.readObject(in.readAllBytes(), JsonLimits.DOCUMENT))) {
                case Read.Ok ok -> ok.definition();
                case Read.Bad bad ->
                    throw new IllegalStateException(bad.errors().toString());
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public RunId run() {
        return run;
    }

    /// Tells each event as it becomes true, and says yes when the run asks a person.
    public void follow(Consumer<Event> told) throws InterruptedException {
        try (EventHub hub = new EventHub(store, store.changes())) {
            EventFeed feed = hub.open(CALLER, run, 0).orElseThrow();
            while (!feed.isEnded()) {
                feed.next(PATIENCE).ifPresent(next -> tell(EventCodec.decode(run, next), told));
            }
        }
    }

    private void tell(Event event, Consumer<Event> told) {
        told.accept(event);
        if (event.fact() instanceof InterruptFact.InterruptRequested asked) {
            host.tell(
                    CALLER,
                    run,
                    at -> new Command.Answer(
                            at,
                            asked.interruptId(),
                            JsonObject.EMPTY.with("action", new JsonString(ApprovalGate.ACCEPT)),
                            "editor@example.com",
                            true));
        }
    }

    public void export(Path bundle) throws IOException {
        new RunExport(store, CALLER, keys).write(run, bundle, ExportOptions.DEFAULT, clock.instant());
    }

    public KeySet keys() {
        return keys.publicKeys();
    }

    @Override
    public void close() {
        loop.close();
        store.close();
    }
}
