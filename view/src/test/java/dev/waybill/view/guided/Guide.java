package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.ExtraTool;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.runtime.guided.GuidedService;
import dev.waybill.runtime.guided.GuidedSettings;
import dev.waybill.runtime.guided.TokenKeyring;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Real guided runs, signed for, in a store of their own: what the views are tried on.
final class Guide implements InstantSource, GuidedCatalog {

    static final Client AGENT = new Client(Caller.operator("acme"), "test-agent", JsonObject.EMPTY);

    final RunStore store = new ModelStore();
    private final GuidedService tools;
    private final List<GuidedWorkflow> workflows = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-16T10:00:00Z");

    Guide(String... definitions) {
        this(Arrays.stream(definitions).map(Guide::json).toList());
    }

    Guide(List<JsonObject> definitions) {
        for (JsonObject definition : definitions) {
            workflows.add(((GuidedRead.Ok) GuidedCompiler.bundled().compile(definition)).workflow());
        }
        Random random = new Random(7);
        HostKeys keys = new HostKeys(
                List.of(SigningKey.ofSeed(
                        "test", "a seed of 32 bytes for one key..".getBytes(StandardCharsets.US_ASCII))),
                "https://issuer.example",
                new byte[32]);
        GuidedRuns runs = new GuidedRuns(
                store,
                new StoreNotary(store, new Sealer(keys)),
                new HostSettings("test", ReceiptPolicy.DEFAULT, ClaimScope.OWN, Duration.ofSeconds(10), "1"),
                this,
                random);
        this.tools = new GuidedService(
                store,
                runs,
                this,
                new TokenKeyring(store, this, random),
                new GuidedSettings(false, List.of(ExtraTool.values())),
                problem -> {
                    throw new AssertionError(problem);
                });
    }

    static JsonObject json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    @Override
    public List<GuidedWorkflow> workflows() {
        return workflows;
    }

    @Override
    public List<Broken> broken() {
        return List.of();
    }

    /// Every look at the clock is a second later, so that nothing happens at the same time.
    @Override
    public Instant instant() {
        now = now.plusSeconds(1);
        return now;
    }

    GuidedAnswer start(String workflowId, String context) {
        return tools.start(
                JsonObject.builder()
                        .put("workflowId", workflowId)
                        .put("context", json(context))
                        .build(),
                AGENT);
    }

    /// Acknowledges what an answer left pending.
    GuidedAnswer advance(GuidedAnswer at, String more) {
        return tools.advance(
                request(at, more)
                        .with("ackToken", at.structured().string("ackToken").orElseThrow()),
                AGENT);
    }

    GuidedAnswer checkpoint(GuidedAnswer at, String notes) {
        return tools.checkpoint(request(at, "{}").with("notesMarkdown", notes), AGENT);
    }

    private static JsonObject request(GuidedAnswer at, String more) {
        JsonObject request = json(more);
        JsonValue token = at.structured().get("stateToken");
        if (token == null) {
            throw new AssertionError(at.text());
        }
        return request.with("stateToken", token);
    }

    static RunId run(GuidedAnswer answer) {
        return new RunId(answer.structured()
                .object("session")
                .flatMap(session -> session.string("runId"))
                .orElseThrow());
    }

    LineageView view(RunId run) {
        RunReader reader = RunReader.of(store, AGENT.caller());
        return LineageView.of(List.of(RunLineage.read(reader, store, reader.state(run))));
    }

    SessionPage session(String name) {
        RunReader reader = RunReader.of(store, AGENT.caller());
        return SessionPage.of(reader, store, reader::state, Session.read(reader, "acme", name), "");
    }

    SessionView sessionView(String name) {
        RunReader reader = RunReader.of(store, AGENT.caller());
        return SessionView.read(reader, store, reader::state, Session.read(reader, "acme", name));
    }

    /// The members of a list that are objects.
    static List<JsonObject> objects(JsonArray array) {
        return array.items().stream().map(item -> item.asObject().orElseThrow()).toList();
    }
}
