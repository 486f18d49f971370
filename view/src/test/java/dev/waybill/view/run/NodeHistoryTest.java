package dev.waybill.view.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostSettings;
import dev.waybill.runtime.RunHost;
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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What nodes did, on real runs of a real host that signs.
class NodeHistoryTest {

    private static final Caller ADA = new Caller("acme", "ada", Scope.ALL);

    private final RunStore store = new ModelStore();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private Instant now = Instant.parse("2026-11-15T10:00:00Z");
    private DefinitionSource others = _ -> Optional.empty();

    /// Fails twice, then echoes.
    private static final class Flaky implements Activity {
        private int calls;

        @Override
        public String typeId() {
            return "test.flaky";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            calls++;
            return calls < 3
                    ? NodeResult.retryable("busy", "try " + calls)
                    : NodeResult.done(call.node().inputs());
        }
    }

    /// One more than it got.
    private static final class Counting implements Activity {
        @Override
        public String typeId() {
            return "test.count";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            long before = call.node().inputs().get("i") instanceof JsonNumber number
                    ? number.asInteger().orElseThrow()
                    : 0;
            return NodeResult.done(JsonObject.builder().put("i", before + 1).build());
        }
    }

    private final RunHost host = new RunHost(
            store,
            NodeTypes.core().and(List.of(new Flaky(), new Counting())),
            Limits.DEFAULT,
            id -> others.find(id),
            new StoreNotary(
                    store,
                    new Sealer(new HostKeys(
                            List.of(SigningKey.ofSeed(
                                    "test", "a seed of 32 bytes for one key..".getBytes(StandardCharsets.US_ASCII))),
                            "https://issuer.example",
                            new byte[32]))),
            new HostSettings("test", ReceiptPolicy.DEFAULT, ClaimScope.ALL, Duration.ofSeconds(10), "1"),
            () -> now,
            new Random(7),
            tasks::add,
            Trouble.THROWN);

    private static JsonObject json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    private static WorkflowDefinition definition(String id, String nodes, String edges, String variables) {
        return ((Read.Ok) DefinitionReader.read(json(
                        "{'id':'%s','name':'n','version':'1','nodes':[%s],'edges':[%s],'triggers':[],'variables':[%s],'metadata':{},'settings':{'timeout':0}}"
                                .formatted(id, nodes, edges, variables))))
                .definition();
    }

    private static String node(String id, String type, String config, String inputs, String more) {
        return "{'id':'%s','typeId':'%s','name':'n','position':{'x':0,'y':0},'config':{%s},'inputs':{%s}%s}"
                .formatted(id, type, config, inputs, more);
    }

    private RunId start(WorkflowDefinition definition, String inputs) {
        RunId run = host.start(ADA, StartRequest.of(definition, json(inputs)));
        settle();
        return run;
    }

    private void settle() {
        while (!tasks.isEmpty() || host.poll() > 0) {
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
        }
    }

    private NodeHistory history(RunId run) {
        RunState state = host.state(ADA, run);
        return NodeHistory.of(state, new EventPages(store, run), SignedSteps.read(store, run));
    }

    @Test
    void everyAttemptIsThereWithItsInputsItsErrorItsTimesAndItsReceipt() {
        String inputs = "'x':{'type':'variable','variableName':'x'}";
        RunId run = start(
                definition(
                        "flow",
                        node("n", "test.flaky", "", inputs, ",'settings':{'maxRetries':3,'retryDelayMs':1000}"),
                        "",
                        "{'name':'x','type':'number'}"),
                "{'x':5}");
        for (int i = 0; i < 5; i++) {
            now = now.plusSeconds(60);
            host.heartbeat();
            settle();
        }

        Execution execution = history(run).of("n").getFirst();

        assertThat(execution.attempts())
                .extracting(attempt -> attempt.number() + " " + attempt.inputs() + " "
                        + (attempt.failed() == null
                                ? ""
                                : attempt.failed().error().message()))
                .containsExactly("1 {\"x\":5} try 1", "2 {\"x\":5} try 2", "3 {\"x\":5} ");
        assertThat(execution.attempts().get(1).began().at())
                .isAfter(execution.attempts().get(0).began().at());
        Execution.End end = Objects.requireNonNull(execution.end());
        assertThat(end.outputs()).isEqualTo(json("{'x':5}"));
        assertThat(end.at().receipt()).isNotNull();
        assertThat(Objects.requireNonNull(execution.attempts().getFirst().failed())
                        .at()
                        .receipt())
                .isNotNull()
                .isNotEqualTo(end.at().receipt());
    }

    @Test
    void everyExecutionOfALoopKeepsItsOwnInputsAndOutputs() {
        String last = "'i':{'type':'connection','nodeId':'n','outputKey':'i','optional':true}";
        String again =
                "{'id':'e','sourceNodeId':'n','targetNodeId':'n','condition':{'type':'expression','expression':'output.i < 3'}}";
        RunId run = start(definition("loop", node("n", "test.count", "", last, ""), again, ""), "{}");

        assertThat(history(run).of("n"))
                .extracting(execution -> execution.ordinal() + " "
                        + execution.attempts().getFirst().inputs() + " "
                        + (execution.end() == null ? "" : execution.end().outputs()))
                .containsExactly("1 {} {\"i\":1}", "2 {\"i\":1} {\"i\":2}", "3 {\"i\":2} {\"i\":3}");
    }

    @Test
    void everyRoundOfALoopNamesTheEndThatLedToIt() {
        String again =
                "{'id':'e','sourceNodeId':'n','targetNodeId':'n','condition':{'type':'expression','expression':'output.i < 3'}}";
        String last = "'i':{'type':'connection','nodeId':'n','outputKey':'i','optional':true}";
        RunId run = start(definition("loop", node("n", "test.count", "", last, ""), again, ""), "{}");

        List<Execution> rounds = history(run).of("n");
        Long before = 0L; // run.started
        for (Execution round : rounds) {
            Execution.End end = Objects.requireNonNull(round.end());
            assertThat(round.attempts().getFirst().began().cause()).isEqualTo(before);
            assertThat(end.at().cause())
                    .isEqualTo(round.attempts().getFirst().began().sequence());
            before = end.at().sequence();
        }
        assertThat(rounds).hasSize(3);
    }

    @Test
    void whatIsSensitiveStaysMaskedInEveryExecution() {
        RunId run = start(
                definition(
                        "secret",
                        node("n", "core.identity", "", "'in':{'type':'variable','variableName':'key'}", "") + ","
                                + node(
                                        "m",
                                        "core.identity",
                                        "",
                                        "'in':{'type':'connection','nodeId':'n','outputKey':'in'}",
                                        ""),
                        "{'id':'e','sourceNodeId':'n','targetNodeId':'m'}",
                        "{'name':'key','type':'string','sensitive':true}"),
                "{'key':'hunter2'}");

        NodeHistory history = history(run);

        assertThat(history.of("n").getFirst().toJson().toString())
                .contains("[REDACTED]")
                .doesNotContain("hunter2");
        assertThat(history.of("m").getFirst().attempts().getFirst().inputs()).isEqualTo(json("{'in':'[REDACTED]'}"));
        assertThat(history.of("m").getFirst().toJson().toString()).doesNotContain("hunter2");
    }

    @Test
    void aQuestionIsShownWithWhoAnsweredItAndWhen() {
        RunId run =
                start(definition("ask", node("gate", "core.approvalGate", "'title':'Send it?'", "", ""), "", ""), "{}");
        Execution open = history(run).of("gate").getFirst();
        assertThat(open.end()).isNull();
        assertThat(open.questions())
                .singleElement()
                .satisfies(asked -> assertThat(asked.resolved()).isNull());
        String interrupt = open.questions().getFirst().interruptId();
        now = now.plusSeconds(5);
        host.tell(ADA, run, at -> new Command.Answer(at, interrupt, json("{'action':'accept'}"), "ada", false));
        settle();

        Execution.Asked asked = history(run).of("gate").getFirst().questions().getFirst();

        assertThat(asked.votes()).singleElement().satisfies(vote -> {
            assertThat(vote.by()).isEqualTo("ada");
            assertThat(vote.value()).isEqualTo(new JsonString("accept"));
        });
        assertThat(Objects.requireNonNull(asked.resolved()).at().at()).isEqualTo(now);
    }

    @Test
    void aHandOverNamesItsChildRun() {
        WorkflowDefinition child = definition("child", node("c", "core.identity", "", "", ""), "", "");
        others = id -> id.equals("child") ? Optional.of(child) : Optional.empty();
        RunId run = start(
                definition("parent", node("call", "core.subWorkflow", "'workflowId':'child'", "", ""), "", ""), "{}");

        assertThat(history(run).of("call").getFirst().children())
                .singleElement()
                .satisfies(
                        made -> assertThat(store.run(new RunId(made.runId()))).isPresent());
    }

    @Test
    void aSkippedNodeSaysWhy() {
        RunId run = start(definition("skip", node("n", "core.identity", "", "", ",'disabled':true"), "", ""), "{}");

        assertThat(history(run).of("n")).singleElement().satisfies(execution -> {
            assertThat(execution.attempts()).isEmpty();
            Execution.End end = Objects.requireNonNull(execution.end());
            assertThat(end.state()).isEqualTo("skipped");
            assertThat(end.reason()).contains("disabled");
        });
    }
}
