package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.Channels;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.Interop;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The workflows that OpenWOP's own conformance suite runs, on a host of ours. Those that need what this host does not
/// offer are refused before they start, with the name of what is missing.
class OpenWopFixturesInteropTest {

    private static final JsonObject ACCEPT = answer("action", "accept");
    private static final JsonObject REJECT = answer("action", "reject");

    @FunctionalInterface
    interface Scenario {
        void play(Stage stage);
    }

    /// One fixture on a fresh host that knows all of them.
    record Stage(TestHost host, WorkflowDefinition definition) {

        RunId start(JsonObject inputs) {
            return host.start(definition, inputs);
        }

        RunId start() {
            return start(JsonObject.EMPTY);
        }

        RunId startWith(JsonObject configurable) {
            JsonObject none = JsonObject.EMPTY;
            var asked = new StartRequest(definition, none, configurable, none, EvidenceEnvelope.NONE, null, null);
            RunId run = host.host.start(TestHost.ACME, asked);
            host.settle();
            return run;
        }

        void answer(RunId run, JsonValue value) {
            tell(run, value, "ada", true);
        }

        void tell(RunId run, JsonValue value, String by, boolean authenticated) {
            String node = definition.nodes().getFirst().id();
            host.host.tell(TestHost.ACME, run, at -> new Command.Answer(at, node, value, by, authenticated));
            host.settle();
        }

        RunStatus status(RunId run) {
            return Status.of(host.state(run));
        }

        void ends(RunId run, RunStatus status) {
            assertThat(status(run)).isEqualTo(status);
            assertThat(host.store.run(run).orElseThrow().projection().status()).isEqualTo(status);
        }

        void fails(RunId run, String code) {
            ends(run, RunStatus.FAILED);
            assertThat(host.state(run).error())
                    .isNotNull()
                    .satisfies(error -> assertThat(error.code()).isEqualTo(code));
        }
    }

    private static JsonObject answer(String name, String value) {
        return JsonObject.EMPTY.with(name, new JsonString(value));
    }

    private static Map<String, Scenario> scenarios() {
        Map<String, Scenario> scenarios = new LinkedHashMap<>();
        for (String plain : List.of(
                "noop",
                "multi-node",
                "version-fold",
                "agent-identity",
                "agent-pack-export",
                "agent-pack-handoff-schema-validation",
                "agent-pack-install",
                "agent-pack-provenance",
                "dispatch-input-mapping-child",
                "dispatch-output-mapping-child",
                "multi-agent-handoff-child",
                "subworkflow-child",
                "subworkflow-input-mapping-child")) {
            scenarios.put(plain, stage -> stage.ends(stage.start(), RunStatus.COMPLETED));
        }
        scenarios.put("agent-channel-dispatch", OpenWopFixturesInteropTest::channel);
        scenarios.put("capability-missing", stage -> stage.fails(stage.start(), "capability_not_provided"));
        scenarios.put("identity", OpenWopFixturesInteropTest::identity);
        scenarios.put("idempotent", OpenWopFixturesInteropTest::idempotent);
        scenarios.put("failure", stage -> stage.ends(stage.start(), RunStatus.FAILED));
        scenarios.put(
                "dispatch-deterministic-fail-child", stage -> stage.fails(stage.start(), "hvmap_1b_failed_fixture"));
        scenarios.put("delay", OpenWopFixturesInteropTest::delay);
        scenarios.put("cancellable", OpenWopFixturesInteropTest::cancelled);
        scenarios.put("dispatch-cancellable-child", OpenWopFixturesInteropTest::cancelled);
        scenarios.put("approval", OpenWopFixturesInteropTest::approval);
        scenarios.put("interrupt-auth-required", OpenWopFixturesInteropTest::authRequired);
        scenarios.put("clarification", OpenWopFixturesInteropTest::clarification);
        scenarios.put("interrupt-external-event", OpenWopFixturesInteropTest::externalEvent);
        scenarios.put("cap-breach", OpenWopFixturesInteropTest::capBreach);
        scenarios.put("channel-ttl", OpenWopFixturesInteropTest::channelTtl);
        scenarios.put("configurable-schema", OpenWopFixturesInteropTest::configurableSchema);
        scenarios.putAll(SupervisedFixtures.scenarios());
        scenarios.putAll(MemoryActionTest.scenarios());
        scenarios.put("subworkflow-parent", OpenWopFixturesInteropTest::subWorkflow);
        scenarios.put("subworkflow-input-mapping", OpenWopFixturesInteropTest::inputMapping);
        return scenarios;
    }

    @TestFactory
    Stream<DynamicTest> everyFixtureEndsAsItsSuiteSaysOrIsRefusedByName() throws IOException {
        Map<String, WorkflowDefinition> fixtures = fixtures();
        Map<String, Scenario> scenarios = scenarios();
        EventJudge judge = new EventJudge();
        assertThat(fixtures).hasSizeGreaterThanOrEqualTo(60);
        assertThat(fixtures.keySet()).containsAll(scenarios.keySet());
        return fixtures.entrySet().stream().map(fixture -> {
            Scenario scenario = scenarios.getOrDefault(fixture.getKey(), OpenWopFixturesInteropTest::refused);
            return DynamicTest.dynamicTest(fixture.getKey(), () -> {
                TestHost host = new TestHost(new ModelStore());
                fixtures.values().forEach(host::knows);
                scenario.play(new Stage(host, fixture.getValue()));
                assertThat(host.troubles).isEmpty();
                host.store
                        .runs(RunQuery.all(100))
                        .forEach(run -> host.events(run.header().runId()).forEach(judge::accepts));
                Repeated.all(host.store, List.of());
            });
        });
    }

    private static Map<String, WorkflowDefinition> fixtures() throws IOException {
        Map<String, WorkflowDefinition> fixtures = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(Interop.path("openwop/fixtures"))) {
            for (Path file : files.sorted().toList()) {
                JsonObject document = JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT);
                switch (DefinitionReader.read(document)) {
                    case Read.Ok ok ->
                        fixtures.put(ok.definition().id().replaceFirst("^conformance-", ""), ok.definition());
                    case Read.Bad bad -> fail(file + ": " + bad.errors());
                }
            }
        }
        return fixtures;
    }

    private static void refused(Stage stage) {
        assertThatExceptionOfType(Refused.class).isThrownBy(stage::start).satisfies(refusal -> {
            assertThat(refusal.code()).isEqualTo(RefusalCode.CAPABILITY_REQUIRED);
            List<String> missing = refusal.details().array("missing").orElseThrow().items().stream()
                    .map(item -> item.asString().orElseThrow())
                    .toList();
            assertThat(missing)
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(refusal.getMessage()).contains(name));
            assertThat(stage.definition().nodes()).map(node -> node.typeId()).containsAll(missing);
        });
        assertThat(stage.host().store.runs(RunQuery.all(1))).isEmpty();
    }

    /// A channel of an agent's releases is a wrong value on a host that has no releases.
    private static void channel(Stage stage) {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(stage::start)
                .matches(refusal -> refusal.code() == RefusalCode.VALIDATION_ERROR)
                .withMessageContainingAll("\"stable\"", "agents.deployment");
    }

    private static void identity(Stage stage) {
        JsonObject payload = answer("greeting", "hello");
        RunId run = stage.start(JsonObject.EMPTY.with("payload", payload));
        stage.ends(run, RunStatus.COMPLETED);
        assertThat(stage.host()
                        .state(run)
                        .outputs()
                        .object("echo")
                        .orElseThrow()
                        .get("payload"))
                .isEqualTo(payload);
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(stage::start)
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.VALIDATION_ERROR));
    }

    private static void idempotent(Stage stage) {
        StartRequest request = new StartRequest(
                stage.definition(),
                answer("nonce", "n-1"),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                EvidenceEnvelope.NONE,
                null,
                "key-1");
        RunId first = stage.host().host.start(TestHost.ACME, request);
        assertThat(stage.host().host.start(TestHost.ACME, request)).isEqualTo(first);
        stage.host().settle();
        stage.ends(first, RunStatus.COMPLETED);
        StartRequest other = new StartRequest(
                stage.definition(),
                answer("nonce", "n-2"),
                JsonObject.EMPTY,
                JsonObject.EMPTY,
                EvidenceEnvelope.NONE,
                null,
                "key-1");
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> stage.host().host.start(TestHost.ACME, other))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.IDEMPOTENCY_KEY_MISMATCH));
    }

    private static void delay(Stage stage) {
        RunId run = stage.start();
        stage.host().pass(Duration.ofMillis(999));
        stage.ends(run, RunStatus.RUNNING);
        stage.host().pass(Duration.ofMillis(1));
        stage.ends(run, RunStatus.COMPLETED);
    }

    private static void cancelled(Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.RUNNING);
        stage.host().host.tell(TestHost.ACME, run, at -> new Command.Cancel(at, "enough", "ada"));
        stage.host().settle();
        stage.ends(run, RunStatus.CANCELLED);
        assertThat(stage.host().events(run).getLast().fact())
                .isInstanceOfSatisfying(RunFact.RunCancelled.class, cancelled -> {
                    assertThat(cancelled.reason()).isEqualTo("enough");
                    assertThat(cancelled.parentRunId()).isNull();
                });
    }

    private static void approval(Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.WAITING_APPROVAL);
        stage.answer(run, ACCEPT);
        stage.ends(run, RunStatus.COMPLETED);
        stage.answer(run, ACCEPT);
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> stage.answer(run, REJECT))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.INTERRUPT_ALREADY_RESOLVED));
        RunId other = stage.start();
        stage.answer(other, REJECT);
        stage.fails(other, "approval_rejected");
    }

    private static void authRequired(Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.WAITING_APPROVAL);
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> stage.tell(run, ACCEPT, "ada", false))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.AUTH_REQUIRED));
        stage.ends(run, RunStatus.WAITING_APPROVAL);
        stage.tell(run, ACCEPT, "ada", true);
        stage.ends(run, RunStatus.COMPLETED);
    }

    private static void clarification(Stage stage) {
        JsonObject asObject = JsonObject.EMPTY.with("answers", answer("q1", "blue"));
        JsonObject asArray = JsonObject.EMPTY.with(
                "answers", new JsonArray(List.of(answer("id", "q1").with("answer", new JsonString("blue")))));
        for (JsonObject said : List.of(asObject, asArray)) {
            RunId run = stage.start();
            stage.ends(run, RunStatus.WAITING_INPUT);
            assertThatExceptionOfType(Refused.class)
                    .isThrownBy(() -> stage.answer(run, JsonObject.EMPTY.with("answers", answer("q2", "red"))))
                    .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.VALIDATION_ERROR));
            stage.answer(run, said);
            stage.ends(run, RunStatus.COMPLETED);
            stage.answer(run, asArray);
            assertThat(stage.host()
                            .state(run)
                            .outputs()
                            .object("ask")
                            .orElseThrow()
                            .get("answers"))
                    .isEqualTo(answer("q1", "blue"));
        }
    }

    private static void externalEvent(Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.WAITING_EXTERNAL);
        JsonObject other = answer("orderId", "another").with("status", new JsonString("completed"));
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> stage.answer(run, JsonObject.EMPTY.with("correlation", other)))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.CORRELATION_MISMATCH));
        stage.ends(run, RunStatus.WAITING_EXTERNAL);
        JsonObject right = answer("orderId", "fixture-order-1").with("status", new JsonString("completed"));
        stage.answer(run, JsonObject.EMPTY.with("correlation", right));
        stage.ends(run, RunStatus.COMPLETED);
    }

    private static void capBreach(Stage stage) {
        stage.ends(stage.start(), RunStatus.COMPLETED);
        RunId run = stage.startWith(JsonObject.EMPTY.with("recursionLimit", JsonNumber.of(3)));
        stage.fails(run, "recursion_limit_exceeded");
        List<DataFact.CapBreached> breaches = stage.host().events(run).stream()
                .map(Event::fact)
                .flatMap(fact -> fact instanceof DataFact.CapBreached breach ? Stream.of(breach) : Stream.of())
                .toList();
        assertThat(breaches).containsExactly(new DataFact.CapBreached("node-executions", 3, 4, "n4"));
    }

    private static void channelTtl(Stage stage) {
        RunId run = stage.start();
        assertThat(channel(stage.host().state(run))).containsExactly("a", "b", "c");
        stage.host().pass(Duration.ofMillis(300));
        stage.ends(run, RunStatus.COMPLETED);
        assertThat(channel(stage.host().state(run))).containsExactly("d");
    }

    private static List<String> channel(RunState state) {
        JsonValue entries =
                Channels.read(Objects.requireNonNull(state.channels().get("events")), state.clock());
        return entries.asArray().orElseThrow().items().stream()
                .map(entry -> entry.asObject().orElseThrow().string("value").orElseThrow())
                .toList();
    }

    private static void configurableSchema(Stage stage) {
        stage.ends(stage.startWith(JsonObject.EMPTY.with("recursionLimit", JsonNumber.of(5))), RunStatus.COMPLETED);
        for (JsonObject bad : List.of(answer("recursionLimit", "many"), answer("surprise", "x"))) {
            assertThatExceptionOfType(Refused.class)
                    .isThrownBy(() -> stage.startWith(bad))
                    .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(RefusalCode.VALIDATION_ERROR));
        }
    }

    private static RunId child(Stage stage, RunId parent) {
        List<StoredRun> children =
                stage.host().store.runs(RunQuery.where().parent(parent).newest(5));
        return children.getFirst().header().runId();
    }

    private static void subWorkflow(Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.COMPLETED);
        RunId child = child(stage, run);
        stage.ends(child, RunStatus.COMPLETED);
        assertThat(stage.host().state(child).header().origin()).isInstanceOfSatisfying(Origin.Child.class, origin -> {
            assertThat(origin.parent()).isEqualTo(run);
            assertThat(origin.nodeId()).isEqualTo("subwf-call");
        });
        RunState parent = stage.host().state(run);
        assertThat(parent.node("subwf-call").last())
                .isNotNull()
                .satisfies(end -> assertThat(end.outputs())
                        .isEqualTo(
                                answer("childRunId", child.value()).with("childStatus", new JsonString("completed"))));
        assertThat(parent.variables()).containsEntry("childOutcome", new JsonString("child-completed"));
    }

    private static void inputMapping(Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.COMPLETED);
        assertThat(stage.host().state(child(stage, run)).inputs()).isEqualTo(answer("receivedPrdId", "prd-1"));
    }
}
