package dev.waybill.view.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.attest.Identities;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.binding.Span;
import dev.waybill.receipt.binding.TraceIds;
import dev.waybill.receipt.binding.WorkflowSpans;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.CommitWatch;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.Trouble;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Spans, on real runs of a real host that signs.
class RunSpansTest {

    private static final Caller ADA = new Caller("acme", "ada", Scope.ALL);
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "00f067aa0ba902b7";

    private final RunStore store = new ModelStore();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final HostKeys keys = new HostKeys(
            List.of(SigningKey.ofSeed("test", "a seed of 32 bytes for one key..".getBytes(StandardCharsets.US_ASCII))),
            "https://issuer.example",
            new byte[32]);
    private final RunSpans spans =
            new RunSpans(header -> new Identities(keys.ids(header.tenant()), ""), "test-service");
    private final List<Span> live = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-15T10:00:00Z");
    private DefinitionSource others = _ -> Optional.empty();

    /// Fails once, then tells what it asked of a model and of a tool.
    private final class Asking implements Activity {
        private int calls;

        @Override
        public String typeId() {
            return "test.ask";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            now = now.plusMillis(1500);
            String node = "ask";
            call.report(new AgentFact.ProviderUsage(node, "acme-ai", "small-1", 120, 30, false));
            if (calls++ == 0) {
                return NodeResult.retryable("busy", "secret words");
            }
            call.report(new AgentFact.AgentToolCalled(
                    node, "agent-7", "search", "c1", new JsonString("secret words"), AgentFact.ToolTransport.MCP));
            call.report(new AgentFact.AgentToolReturned(
                    node, "agent-7", "search", "c1", null, null, AgentFact.ToolStatus.FORBIDDEN));
            return NodeResult.done(
                    JsonObject.builder().put("said", "secret words").build());
        }
    }

    private RunHost host(ReceiptPolicy policy) {
        CommitWatch watch = (decision, _) -> {
            for (int i = 0; i < decision.events().size(); i++) {
                live.addAll(spans.endedBy(
                        decision.before(i),
                        decision.events().get(i),
                        i + 1 < decision.events().size() ? decision.before(i + 1) : decision.state()));
            }
        };
        return new RunHost(
                store,
                NodeTypes.core().and(List.of(new Asking())),
                Limits.DEFAULT,
                id -> others.find(id),
                new StoreNotary(store, new Sealer(keys)),
                new HostSettings("test", policy, ClaimScope.ALL, Duration.ofSeconds(10), "1").with(watch),
                () -> now,
                new Random(7),
                tasks::add,
                Trouble.THROWN);
    }

    private static JsonObject json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    private static WorkflowDefinition definition(String id, String nodes, String edges) {
        return ((Read.Ok) DefinitionReader.read(json(
                        "{'id':'%s','name':'n','version':'1','nodes':[%s],'edges':[%s],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}"
                                .formatted(id, nodes, edges))))
                .definition();
    }

    private static String node(String id, String type, String config, String more) {
        return "{'id':'%s','typeId':'%s','name':'n','position':{'x':0,'y':0},'config':{%s},'inputs':{}%s}"
                .formatted(id, type, config, more);
    }

    private static String edge(String from, String to) {
        return "{'id':'%s-%s','sourceNodeId':'%s','targetNodeId':'%s'}".formatted(from, to, from, to);
    }

    /// A fan-out, a join, a failed attempt, calls of a model and a tool, and a child.
    private static final WorkflowDefinition FAMILY = definition(
            "family",
            String.join(
                    ",",
                    node("plan", "core.noop", "", ""),
                    node("ask", "test.ask", "", ",'settings':{'maxRetries':1,'retryDelayMs':1000}"),
                    node("left", "core.noop", "", ""),
                    node("join", "core.noop", "", ""),
                    node("worker", "core.subWorkflow", "'workflowId':'child','waitForCompletion':true", "")),
            String.join(
                    ",",
                    edge("plan", "ask"),
                    edge("plan", "left"),
                    edge("ask", "join"),
                    edge("left", "join"),
                    edge("join", "worker")));

    private static final WorkflowDefinition CHILD = definition("child", node("work", "core.noop", "", ""), "");

    private RunId run(RunHost host, JsonObject metadata) {
        others = id -> id.equals("child") ? Optional.of(CHILD) : Optional.empty();
        RunId run = host.start(
                ADA,
                new StartRequest(
                        FAMILY, JsonObject.EMPTY, JsonObject.EMPTY, metadata, EvidenceEnvelope.NONE, null, null));
        settle(host);
        return run;
    }

    private void settle(RunHost host) {
        for (int round = 0; round < 20; round++) {
            while (!tasks.isEmpty() || host.poll() > 0) {
                while (!tasks.isEmpty()) {
                    tasks.remove().run();
                }
            }
            now = now.plusMillis(500);
        }
    }

    private List<Span> exported(RunId run) {
        StoredRun stored = store.run(run).orElseThrow();
        return spans.of(
                RunReader.of(store, Caller.operator("acme")).fold(stored.header(), 0),
                store.events(run, 0, 1_000).stream()
                        .map(event -> EventCodec.decode(run, event))
                        .toList());
    }

    private List<Receipt> receipts() {
        return store.runs(RunQuery.all(10)).stream()
                .flatMap(run -> {
                    RunId id = run.header().runId();
                    List<StoredReceipt> all = new ArrayList<>(store.receipts(id, StoredReceipt.Kind.STEP, 0, 100));
                    all.addAll(store.receipts(id, StoredReceipt.Kind.SUMMARY, 0, 100));
                    return all.stream();
                })
                .map(stored -> Receipt.decode(stored.bytes()))
                .toList();
    }

    private Span named(String name) {
        return live.stream()
                .filter(span -> span.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Span> byId(List<Span> all) {
        return all.stream()
                .collect(Collectors.toMap(Span::spanId, Function.identity(), (a, _) -> a, LinkedHashMap::new));
    }

    @Test
    void whatIsSeenLiveIsWhatTheLogGivesLater() {
        RunId run = run(host(ReceiptPolicy.DEFAULT), JsonObject.EMPTY);
        List<Span> ofRun = live.stream()
                .filter(span -> span.attributes().string("openwop.run_id").equals(Optional.of(run.value())))
                .toList();
        assertThat(ofRun).hasSizeGreaterThan(8);
        assertThat(exported(run)).isEqualTo(ofRun);
    }

    @Test
    void receiptsAloneGiveTheSameTraceTheSameIdsParentsAndLinks() {
        for (JsonObject metadata : List.of(JsonObject.EMPTY, traced())) {
            live.clear();
            run(host(ReceiptPolicy.DEFAULT), metadata);
            Map<String, Span> fromLog = byId(live);
            Map<String, Span> fromReceipts = byId(WorkflowSpans.tree(receipts()));
            assertThat(fromReceipts.keySet())
                    .containsAll(live.stream()
                            .filter(span -> !span.attributes().has("gen_ai.operation.name"))
                            .map(Span::spanId)
                            .toList());
            fromLog.forEach((id, span) -> {
                Span other = fromReceipts.get(id);
                if (other != null) {
                    assertThat(other.traceId()).as(span.name()).isEqualTo(span.traceId());
                    assertThat(other.parentSpanId()).as(span.name()).isEqualTo(span.parentSpanId());
                    if (!span.name().startsWith("workflow")) {
                        assertThat(other.links()).as(span.name()).isEqualTo(span.links());
                    }
                }
            });
        }
    }

    private static JsonObject traced() {
        return JsonObject.builder()
                .put("traceparent", "00-" + TRACE + "-" + CALLER + "-01")
                .build();
    }

    @Test
    void aRunHangsBelowItsCallerAndAChildBelowTheHandOver() {
        run(host(ReceiptPolicy.DEFAULT), traced());
        assertThat(live).extracting(Span::traceId).containsOnly(TRACE);
        Span family = named("workflow family");
        Span child = named("workflow child");
        Span handOver = live.stream()
                .filter(span -> span.attributes().has("waybill.child.workflow_id"))
                .findFirst()
                .orElseThrow();
        assertThat(family.parentSpanId()).isEqualTo(CALLER);
        String parent = family.attributes().string("openwop.run_id").orElseThrow();
        assertThat(child.attributes().string("openwop.parent.run_id")).contains(parent);
        assertThat(child.parentSpanId()).isEqualTo(handOver.spanId());
        assertThat(handOver.parentSpanId()).isEqualTo(named("core.noop join").spanId());
        assertThat(named("core.subWorkflow worker").status()).isEqualTo(Span.Status.UNSET);
    }

    @Test
    void aFamilyIsOneTraceAlsoWhereNobodyTraces() {
        RunId run = run(host(ReceiptPolicy.DEFAULT), JsonObject.EMPTY);
        assertThat(live)
                .extracting(Span::traceId)
                .containsOnly(
                        TraceIds.traceOf(store.run(run).orElseThrow().header().workflowId()));
    }

    @Test
    void aJoinHasOneParentAndALink() {
        run(host(ReceiptPolicy.DEFAULT), JsonObject.EMPTY);
        Span join = named("core.noop join");
        List<String> around = new ArrayList<>(List.of(String.valueOf(join.parentSpanId())));
        join.links().forEach(link -> around.add(link.spanId()));
        Span second = live.stream()
                .filter(span ->
                        span.name().equals("test.ask ask") && span.status().equals(Span.Status.UNSET))
                .findFirst()
                .orElseThrow();
        assertThat(around)
                .containsExactlyInAnyOrder(
                        second.spanId(), named("core.noop left").spanId());
    }

    @Test
    void everyAttemptIsASpanWithItsTimesAndItsError() {
        run(host(ReceiptPolicy.DEFAULT), JsonObject.EMPTY);
        List<Span> attempts =
                live.stream().filter(span -> span.name().equals("test.ask ask")).toList();
        assertThat(attempts).hasSize(2);
        Span failed = attempts.getFirst();
        assertThat(failed.status()).isEqualTo(Span.Status.error("busy"));
        assertThat(failed.attributes().string("error.type")).contains("busy");
        assertThat(failed.endNanos() - failed.startNanos()).isEqualTo(1_500_000_000L);
        assertThat(attempts.get(1).parentSpanId()).isEqualTo(failed.spanId());
        assertThat(attempts.get(1).attributes().get("waybill.attempt")).isEqualTo(JsonNumber.of(2));
        assertThat(attempts.get(1).attributes().get("openwop.node_attempt")).isEqualTo(JsonNumber.of(1));
    }

    @Test
    void callsOfModelsAndToolsAreSpansOfTheirStepByTheGenAiConventions() {
        run(host(ReceiptPolicy.DEFAULT), JsonObject.EMPTY);
        Span chat = named("chat small-1");
        Span tool = named("execute_tool search");
        assertThat(chat.kind()).isEqualTo(Span.Kind.CLIENT);
        assertThat(chat.attributes().string("gen_ai.operation.name")).contains("chat");
        assertThat(chat.attributes().string("gen_ai.provider.name")).contains("acme-ai");
        assertThat(chat.attributes().get("gen_ai.usage.input_tokens")).isEqualTo(JsonNumber.of(120));
        assertThat(chat.parentSpanId())
                .isEqualTo(live.stream()
                        .filter(span -> span.name().equals("test.ask ask"))
                        .findFirst()
                        .orElseThrow()
                        .spanId());
        assertThat(tool.attributes().string("gen_ai.tool.call.id")).contains("c1");
        assertThat(tool.status()).isEqualTo(Span.Status.error("forbidden"));
    }

    @Test
    void theEnvelopeIsThereAndNoContentIs() {
        run(host(ReceiptPolicy.DEFAULT), JsonObject.EMPTY);
        assertThat(live).allSatisfy(span -> {
            assertThat(span.attributes().string("_ewp_correlation_id")).isPresent();
            assertThat(span.toString()).doesNotContain("secret words");
        });
    }

    @Test
    void idsAreUnique() {
        run(host(ReceiptPolicy.DEFAULT), JsonObject.EMPTY);
        assertThat(live).extracting(Span::spanId).doesNotHaveDuplicates();
    }

    @Test
    void runsThatNobodySignsForHaveTheSameSpans() {
        run(host(ReceiptPolicy.OFF), JsonObject.EMPTY);
        assertThat(live).extracting(Span::name).contains("workflow family", "workflow child", "core.noop join");
    }

    @Test
    void pseudonymsStayPseudonyms() {
        ReceiptPolicy policy = new ReceiptPolicy(true, "0.1", true, false);
        RunId run = run(host(policy), traced());
        String plain = store.run(run).orElseThrow().header().workflowId();
        assertThat(live)
                .isNotEmpty()
                .allSatisfy(span -> assertThat(span.toString())
                        .doesNotContain(run.value(), plain, TRACE, CALLER, "_ewp_", "acme\"", TraceIds.traceOf(plain)));
        Map<String, Span> fromReceipts = byId(WorkflowSpans.tree(receipts()));
        assertThat(fromReceipts).containsKey(named("core.noop join").spanId());
    }

    @Test
    void aReplayIsNotSeenAndAForkIsFromWhereItIsItself() {
        RunHost host = host(ReceiptPolicy.DEFAULT);
        RunId run = run(host, JsonObject.EMPTY);
        live.clear();
        host.fork(ADA, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        settle(host);
        assertThat(live).isEmpty();
        long afterPlan = store.events(run, 0, 100).stream()
                .filter(event -> event.type().equals("node.completed"))
                .findFirst()
                .orElseThrow()
                .sequence();
        host.fork(ADA, run, afterPlan + 1, ForkMode.BRANCH, JsonObject.EMPTY);
        settle(host);
        assertThat(live)
                .extracting(Span::name)
                .contains("workflow family", "core.noop join")
                .doesNotContain("core.noop plan");
        assertThat(named("workflow family").links()).hasSize(1);
        assertThat(named("workflow family").attributes().string("openwop.replay.mode"))
                .contains("branch");
    }
}
