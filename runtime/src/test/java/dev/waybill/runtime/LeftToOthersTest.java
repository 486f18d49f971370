package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.lane.ActivityLimits;
import dev.waybill.runtime.receipt.HostKeys;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Two hosts on one store, of which only one has what the run needs. That the other came first harms nothing.
class LeftToOthersTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration TICK = Duration.ofMillis(250);

    /// What only one of the hosts offers.
    private static final class Work implements Activity {
        private int done;

        @Override
        public String typeId() {
            return "test.work";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            done++;
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    /// Both hosts know the type; only one was given what it works with.
    private record Configured(boolean given) implements Activity {
        @Override
        public String typeId() {
            return "test.configured";
        }

        @Override
        public List<String> lacking(WorkflowNode node, JsonObject configurable) {
            return given ? List.of() : List.of("no tool is configured here");
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            return given ? NodeResult.done(JsonObject.EMPTY) : NodeResult.failed("tool_not_found", "there is none");
        }
    }

    private final Work work = new Work();
    private final ModelStore store = new ModelStore();
    private final TestHost able = new TestHost(store, Notary.NONE, 1, work);
    private final TestHost plain = new TestHost(store, Notary.NONE, 2);

    private RunId start(TestHost host, String... types) {
        List<String> nodes = new ArrayList<>();
        List<String> edges = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            String config = switch (types[i]) {
                case "core.delay" -> "'ms':1000";
                case "core.subWorkflow" -> "'workflowId':'child'";
                default -> "";
            };
            nodes.add(RunReceiptsTest.node("n" + i, types[i], config));
            if (i > 0) {
                edges.add(RunReceiptsTest.edge("n" + (i - 1), "n" + i));
            }
        }
        return host.host.start(
                TestHost.ACME, StartRequest.of(RunReceiptsTest.workflow("flow", nodes, edges), JsonObject.EMPTY));
    }

    private static final class Slow implements Activity {
        private final List<String> done;
        private final String where;

        private Slow(List<String> done, String where) {
            this.done = done;
            this.where = where;
        }

        @Override
        public String typeId() {
            return "test.slow";
        }

        @Override
        public ActivityKind kind() {
            return ActivityKind.PROCESS;
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            done.add(where);
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    @Test
    void whatAnotherHostTookOverWhileItWaitedNeverBegins() {
        List<String> done = new ArrayList<>();
        TestHost busy = new TestHost(store, Notary.NONE, 3, new Slow(done, "busy"));
        TestHost other = new TestHost(store, Notary.NONE, 4, new Slow(done, "other"));
        int places = ActivityLimits.DEFAULT.of(ActivityKind.PROCESS);
        for (int i = 0; i <= places; i++) {
            start(busy, "test.slow");
        }
        List<Runnable> tasks = new ArrayList<>();
        busy.eachTask(tasks::add);
        tasks.forEach(Runnable::run);
        List<Runnable> activities = new ArrayList<>();
        busy.eachTask(activities::add);
        assertThat(activities).hasSize(places);
        other.pass(LONG);
        assertThat(done).hasSize(places + 1).containsOnly("other");
        activities.forEach(Runnable::run);
        busy.settle();
        assertThat(done.stream().filter("busy"::equals)).hasSize(places);
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(call)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(RefusalCode.CAPABILITY_REQUIRED));
    }

    @Test
    void aDeadHostsRunIsGivenBackAndGoneOnWithByWhoCan() {
        RunId run = start(able, "test.work");
        long head = able.state(run).head();
        plain.pass(LONG);
        assertThat(plain.state(run).head()).isEqualTo(head);
        assertThat(plain.troubles).containsExactly("node type missing");
        long epoch = store.run(run).orElseThrow().epoch();
        plain.settle();
        assertThat(store.run(run).orElseThrow().epoch())
                .as("it is not claimed again")
                .isEqualTo(epoch);
        able.pass(LONG);
        assertThat(Status.of(able.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(work.done).isEqualTo(1);
    }

    @Test
    void aDeadlineThatIsLeftToOthersWakesNobodyUp() {
        RunId run = start(able, "core.delay", "test.work");
        able.settle();
        plain.pass(Duration.ofSeconds(2));
        assertThat(plain.troubles).containsExactly("node type missing");
        assertThat(plain.host.untilDue(TICK)).isEqualTo(TICK);
        able.pass(Duration.ofSeconds(2));
        assertThat(Status.of(able.state(run))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anAnswerThatLeadsToAnUnknownNodeIsRefusedAndChangesNothing() {
        RunId run = start(able, "core.approvalGate", "test.work");
        able.settle();
        long head = able.state(run).head();
        assertRefused(() -> accept(plain, run));
        assertThat(able.state(run).head()).isEqualTo(head);
        accept(able, run);
        able.settle();
        assertThat(Status.of(able.state(run))).isEqualTo(RunStatus.COMPLETED);
    }

    private static void accept(TestHost host, RunId run) {
        host.host.tell(
                TestHost.ACME,
                run,
                at -> new Command.Answer(at, "n0", TestHost.json("{'action':'accept'}"), "ada", true));
    }

    @Test
    void whatAProcessWasNotGivenEndsNoRun() {
        ModelStore shared = new ModelStore();
        TestHost has = new TestHost(shared, Notary.NONE, 5, new Configured(true));
        TestHost lacks = new TestHost(shared, Notary.NONE, 6, new Configured(false));
        assertRefused(() -> start(lacks, "test.configured"));

        RunId asked = start(has, "core.approvalGate", "test.configured");
        has.settle();
        assertRefused(() -> accept(lacks, asked));
        accept(has, asked);
        has.settle();
        assertThat(Status.of(has.state(asked))).isEqualTo(RunStatus.COMPLETED);

        // Its owner dies before, or after, the node has started: who takes it over leaves it.
        RunId later = start(has, "core.delay", "test.configured");
        has.settle();
        RunId begun = start(has, "test.configured");
        lacks.pass(LONG);
        lacks.pass(LONG);
        for (RunId run : List.of(later, begun)) {
            assertThat(Status.of(lacks.state(run))).isEqualTo(RunStatus.RUNNING);
        }
        lacks.host.heartbeat();
        assertThat(LeftRun.of(shared, lacks.instant(), Duration.ofSeconds(10)))
                .extracting(LeftRun::run)
                .containsExactlyInAnyOrder(later, begun);
        assertThat(LeftRun.of(shared, lacks.instant(), Duration.ofSeconds(10))
                        .getFirst()
                        .why())
                .contains("no tool is configured here");
        has.pass(LONG.multipliedBy(3));
        for (RunId run : List.of(later, begun)) {
            assertThat(Status.of(has.state(run))).isEqualTo(RunStatus.COMPLETED);
        }
        assertThat(LeftRun.of(shared, lacks.instant(), Duration.ofSeconds(10))).isEmpty();
    }

    @Test
    void aChildThatOthersCanBeginIsLeftToThem() {
        ModelStore shared = new ModelStore();
        TestHost has = new TestHost(shared, Notary.NONE, 5, new Configured(true));
        TestHost lacks = new TestHost(shared, Notary.NONE, 6, new Configured(false));
        WorkflowDefinition child = RunReceiptsTest.workflow(
                "child", List.of(RunReceiptsTest.node("work", "test.configured", "")), List.of());
        has.knows(child);
        lacks.knows(child);
        RunId parent = start(has, "core.approvalGate", "core.subWorkflow");
        has.settle();
        accept(lacks, parent);
        lacks.pass(TICK);
        assertThat(Status.of(lacks.state(parent))).isEqualTo(RunStatus.RUNNING);
        has.pass(TICK);
        assertThat(Status.of(has.state(parent))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aCancelNeedsNoNodeTypes() {
        RunId run = start(able, "test.work");
        plain.host.tell(TestHost.ACME, run, at -> new Command.Cancel(at, "enough", "ada"));
        plain.pass(LONG);
        plain.pass(LONG);
        assertThat(Status.of(plain.state(run))).isEqualTo(RunStatus.CANCELLED);
    }

    @Test
    void whoCannotStartARunCannotForkOne() {
        RunId run = start(able, "test.work");
        able.settle();
        assertRefused(() -> plain.host.fork(TestHost.ACME, run, 0, ForkMode.BRANCH, JsonObject.EMPTY));
        assertRefused(() -> start(plain, "test.work"));
    }

    @Test
    void aRunThatSomebodyElseSignsForIsNotPausedForWhoNeverHadTheKey() {
        HostKeys others = new HostKeys(
                List.of(SigningKey.ofSeed(
                        "other", "a seed of 32 bytes for two keys.".getBytes(StandardCharsets.US_ASCII))),
                "https://other.example",
                "a secret of 32 bytes for tenants".getBytes(StandardCharsets.US_ASCII));
        TestHost signing = new TestHost(store, new StoreNotary(store, new Sealer(Signed.KEYS)), 3);
        TestHost other = new TestHost(store, new StoreNotary(store, new Sealer(others)), 4);
        RunId run = start(signing, "core.delay");
        signing.settle();
        other.pass(Duration.ofSeconds(2));
        assertThat(Status.of(other.state(run))).isEqualTo(RunStatus.RUNNING);
        assertThat(other.troubles).containsExactly("key lost");
        signing.pass(Duration.ofSeconds(2));
        assertThat(Status.of(signing.state(run))).isEqualTo(RunStatus.COMPLETED);
    }
}
