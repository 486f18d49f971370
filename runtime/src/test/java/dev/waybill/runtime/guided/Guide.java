package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A host of guided runs with its own time, for tests; signs for real.
final class Guide implements InstantSource, GuidedCatalog {

    static final Caller ACME = new Caller("acme", "ada", Scope.ALL);
    static final Client AGENT = new Client(Guide.ACME, "test-agent", JsonObject.EMPTY);

    final RunStore store;
    final HostKeys keys;
    final GuidedRuns runs;
    final GuidedService tools;
    final TokenKeyring keyring;
    final List<RuntimeException> troubles = new ArrayList<>();
    private final List<GuidedWorkflow> workflows = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-16T10:00:00Z");

    Guide() {
        this(new ModelStore(), GuidedSettings.DEFAULT);
    }

    Guide(RunStore store, GuidedSettings settings) {
        this(store, settings, 11);
    }

    /// @param chance two hosts with the same give the same names
    Guide(RunStore store, GuidedSettings settings, long chance) {
        Random random = new Random(chance);
        this.store = store;
        this.keys = new HostKeys(
                List.of(SigningKey.ofSeed(
                        "test", "a seed of 32 bytes for one key..".getBytes(StandardCharsets.US_ASCII))),
                "https://issuer.example",
                new byte[32]);
        this.runs = new GuidedRuns(
                store,
                new StoreNotary(store, new Sealer(keys)),
                new HostSettings("test", ReceiptPolicy.DEFAULT, ClaimScope.OWN, Duration.ofSeconds(10), "1"),
                this,
                random);
        this.keyring = new TokenKeyring(store, this, random);
        this.tools = new GuidedService(store, runs, this, keyring, settings, troubles::add);
    }

    Guide knows(String json) {
        workflows.add(workflow(json));
        return this;
    }

    /// What was known under this id before is gone.
    Guide knows(GuidedWorkflow workflow) {
        workflows.removeIf(it -> it.id().equals(workflow.id()));
        workflows.add(workflow);
        return this;
    }

    static GuidedWorkflow workflow(String json) {
        return switch (GuidedCompiler.bundled().compile(json(json))) {
            case GuidedRead.Ok ok -> ok.workflow();
            case GuidedRead.Bad bad ->
                throw new IllegalArgumentException(bad.errors().stream()
                        .map(DefinitionError::toString)
                        .toList()
                        .toString());
        };
    }

    static JsonObject json(String text) {
        return JsonReader.readAnyNumbers(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
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

    @Override
    public Instant instant() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
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
        return tools.advance(request(at, more), AGENT);
    }

    static JsonObject request(GuidedAnswer at, String more) {
        JsonObject request = JsonObject.builder()
                .put("stateToken", text(at, "stateToken"))
                .put("ackToken", text(at, "ackToken"))
                .build();
        for (var member : json(more).members().entrySet()) {
            request = request.with(member.getKey(), member.getValue());
        }
        return request;
    }

    static String text(GuidedAnswer answer, String name) {
        return answer.structured().string(name).orElseThrow(() -> new AssertionError(answer.text()));
    }

    static String step(GuidedAnswer answer) {
        return answer.structured()
                .object("pending")
                .flatMap(pending -> pending.string("stepId"))
                .orElse("(none)");
    }

    static String prompt(GuidedAnswer answer) {
        return answer.structured()
                .object("pending")
                .flatMap(pending -> pending.string("prompt"))
                .orElse("(none)");
    }

    static RunId run(GuidedAnswer answer) {
        return new RunId(answer.structured()
                .object("session")
                .flatMap(session -> session.string("runId"))
                .orElseThrow());
    }

    static String code(GuidedAnswer answer) {
        return answer.structured()
                .object("error")
                .flatMap(error -> error.string("code"))
                .orElse("(no error) " + answer.text());
    }

    List<Event> events(RunId run) {
        return store.events(run, 0, Integer.MAX_VALUE).stream()
                .map(event -> EventCodec.decode(run, event))
                .toList();
    }

    List<String> types(RunId run) {
        return events(run).stream()
                .map(event -> event.nodeId() == null ? event.type() : event.type() + " " + event.nodeId())
                .toList();
    }
}
