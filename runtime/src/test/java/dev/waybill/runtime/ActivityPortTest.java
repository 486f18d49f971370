package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.FailureKind;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RemoteRun;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.AgentFact.ToolStatus;
import dev.waybill.journal.event.AgentFact.ToolTransport;
import dev.waybill.journal.event.AgentFact.Verbosity;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.live.Frame;
import dev.waybill.runtime.live.Watcher;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ActivityPortTest {

    private static final String AGENT = "acme.researcher";

    private interface Work {
        NodeResult does(ActivityCall call) throws Exception;
    }

    private static Activity activity(Work work) {
        return new Activity() {
            @Override
            public String typeId() {
                return "test.work";
            }

            @Override
            public NodeResult execute(ActivityCall call) throws Exception {
                return work.does(call);
            }
        };
    }

    private static TestHost host(Work work) {
        return new TestHost(new ModelStore(), activity(work));
    }

    private static WorkflowDefinition workflow(String settings) {
        return TestHost.definition(
                "{'id':'one','name':'n','version':'1','nodes':[{'id':'work','typeId':'test.work','name':'work','position':{'x':0,'y':0},'config':{},'inputs':{},'settings':{%s}}],'edges':[],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(settings));
    }

    private static RunId run(TestHost host) {
        return host.start(workflow("'maxRetries':2,'retryDelayMs':1000"), JsonObject.EMPTY);
    }

    private static void reportEverything(ActivityCall call) {
        String node = call.node().node().id();
        call.report(new AgentFact.AgentReasoned(node, AGENT, "look it up", Verbosity.SUMMARY));
        call.report(new AgentFact.AgentToolCalled(
                node, AGENT, "search", "call-1", new JsonString("waybill"), ToolTransport.MCP));
        call.progress("half", JsonNumber.of(50));
        call.report(new AgentFact.AgentToolReturned(
                node, AGENT, "search", "call-1", JsonNumber.of(3), null, ToolStatus.OK));
        call.report(new AgentFact.ProviderUsage(node, "acme", "m-1", 1200, 80, false));
        call.report(new AgentFact.MemoryWritten(node, "agent:" + AGENT, "entry-1", AGENT, List.of("sources")));
    }

    private static final List<String> EVERYTHING = List.of(
            "agent.reasoned work",
            "agent.toolCalled work",
            "waybill.node.progressed work",
            "agent.toolReturned work",
            "provider.usage work",
            "memory.written work");

    @Test
    void whatAnActivityReportsEntersTheLogBeforeItsEndInTheOrderOfItsReports() {
        TestHost host = host(call -> {
            reportEverything(call);
            return NodeResult.done(JsonObject.EMPTY);
        });
        RunId run = run(host);
        assertThat(host.types(run).subList(2, 3 + EVERYTHING.size()))
                .startsWith(EVERYTHING.toArray(String[]::new))
                .endsWith("node.completed work");
        assertThat(host.events(run).subList(2, 3 + EVERYTHING.size()).stream().map(Event::timestamp))
                .containsOnly(host.instant());
    }

    @Test
    void whatAnActivityReportedBeforeItFailedIsInTheLogToo() {
        TestHost host = host(call -> {
            reportEverything(call);
            throw new IllegalStateException("the model hung up");
        });
        assertThat(host.types(run(host)).subList(2, 3 + EVERYTHING.size()))
                .startsWith(EVERYTHING.toArray(String[]::new))
                .endsWith("node.retried work");
    }

    @Test
    void aReplayRepeatsWhatWasReportedAndAsksNobody() {
        List<String> calls = new ArrayList<>();
        TestHost host = host(call -> {
            calls.add(call.invocationId());
            reportEverything(call);
            return NodeResult.done(JsonObject.EMPTY);
        });
        RunId run = run(host);
        RunId replay = host.host.fork(TestHost.ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        host.settle();
        assertThat(host.types(replay)).isEqualTo(host.types(run));
        assertThat(calls).hasSize(1);
    }

    @Test
    void anActivityReportsForItsOwnNodeOnly() {
        List<Throwable> refused = new ArrayList<>();
        TestHost host = host(call -> {
            assertThatThrownBy(() -> call.report(new AgentFact.ProviderUsage("other", "acme", "m-1", 1, 1, false)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(refused::add);
            return NodeResult.done(JsonObject.EMPTY);
        });
        assertThat(host.types(run(host))).doesNotContain("provider.usage other");
        assertThat(refused).hasSize(1);
    }

    @Test
    void whatAnActivityShowsReachesWhoWatchesAndNeverTheLog() throws InterruptedException {
        TestHost host = host(call -> {
            call.show("text", new JsonString("Once upon"));
            call.progress("half", null);
            return NodeResult.done(JsonObject.EMPTY);
        });
        RunId run = host.host.start(TestHost.ACME, StartRequest.of(workflow(""), JsonObject.EMPTY));
        RunId another = host.host.start(TestHost.ACME, StartRequest.of(waiting(), JsonObject.EMPTY));
        try (Watcher watcher = host.host.watch(TestHost.ACME, run);
                Watcher other = host.host.watch(TestHost.ACME, another)) {
            host.settle();
            assertThat(watcher.look(Duration.ZERO).frames())
                    .containsExactly(
                            new Frame(run, "work", 1, 1, "text", new JsonString("Once upon")),
                            new Frame(run, "work", 1, 1, Frame.PROGRESS, TestHost.json("{'message':'half'}")));
            assertThat(other.look(Duration.ZERO).frames()).isEmpty();
        }
        assertThat(host.events(run).toString()).doesNotContain("Once upon");
    }

    private static WorkflowDefinition waiting() {
        return RunReceiptsTest.workflow(
                "gate", List.of(RunReceiptsTest.node("gate", "core.approvalGate", "")), List.of());
    }

    @Test
    void nobodyWatchesARunOfAnotherTenant() {
        TestHost host = host(_ -> NodeResult.done(JsonObject.EMPTY));
        RunId run = run(host);
        Caller stranger = new Caller("globex", "eve", Scope.ALL);
        assertThatThrownBy(() -> host.host.watch(stranger, run)).isInstanceOf(Refused.class);
    }

    @Test
    void aSlowWatcherLosesTheOldestAndIsTold() throws InterruptedException {
        TestHost host = host(call -> {
            for (int i = 0; i < 300; i++) {
                call.show("text", JsonNumber.of(i));
            }
            return NodeResult.done(JsonObject.EMPTY);
        });
        RunId run = host.host.start(TestHost.ACME, StartRequest.of(workflow(""), JsonObject.EMPTY));
        try (Watcher watcher = host.host.watch(TestHost.ACME, run)) {
            host.settle();
            Watcher.Look look = watcher.look(Duration.ZERO);
            assertThat(look.missed()).isEqualTo(44);
            assertThat(look.frames()).hasSize(256);
            assertThat(look.frames().getLast().content()).isEqualTo(JsonNumber.of(299));
            assertThat(watcher.look(Duration.ZERO).missed()).isZero();
        }
    }

    @Test
    void anActivityKnowsWhenItsTimeIsUp() {
        List<String> deadlines = new ArrayList<>();
        TestHost host = host(call -> {
            deadlines.add(call.deadline().toString());
            return NodeResult.done(JsonObject.EMPTY);
        });
        host.start(workflow("'timeout':5000"), JsonObject.EMPTY);
        host.start(workflow(""), JsonObject.EMPTY);
        assertThat(deadlines).containsExactly("Optional[" + host.instant().plusSeconds(5) + "]", "Optional.empty");
    }

    @Test
    void whoAsksForAWaitIsAskedAgainNoSooner() {
        List<Integer> attempts = new ArrayList<>();
        TestHost host = host(call -> {
            attempts.add(call.node().attempt());
            return attempts.size() == 1
                    ? NodeResult.rateLimited("slow down", Duration.ofSeconds(30))
                    : NodeResult.done(JsonObject.EMPTY);
        });
        RunId run = run(host);
        NodeFact.NodeRetried retried = host.events(run).stream()
                .map(Event::fact)
                .filter(NodeFact.NodeRetried.class::isInstance)
                .map(NodeFact.NodeRetried.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(retried.delayMs()).isEqualTo(30_000);
        assertThat(FailureKind.of(retried.lastError())).isEqualTo(FailureKind.RATE_LIMITED);
        host.pass(Duration.ofMillis(29_999));
        assertThat(attempts).containsExactly(1);
        host.pass(Duration.ofMillis(1));
        assertThat(attempts).containsExactly(1, 2);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aShortWaitDoesNotShortenTheNodesOwn() {
        TestHost host = host(_ -> NodeResult.rateLimited("slow down", Duration.ofMillis(5)));
        RunId run = run(host);
        assertThat(host.events(run).getLast().fact())
                .isInstanceOfSatisfying(
                        NodeFact.NodeRetried.class,
                        retried -> assertThat(retried.delayMs()).isEqualTo(1_000));
    }

    @Test
    void aWaitOfMoreThanADayIsANo() {
        TestHost host = host(_ -> NodeResult.rateLimited("come back next year", Duration.ofSeconds(Long.MAX_VALUE)));
        assertThat(host.types(run(host))).contains("node.failed work").doesNotContain("node.retried work");
    }

    @Test
    void whatIsRefusedOrHopelessIsNotTriedAgain() {
        TestHost refused = host(_ -> NodeResult.refused("content_filtered", "the provider will not answer that"));
        RunId first = run(refused);
        assertThat(refused.types(first)).contains("node.failed work").doesNotContain("node.retried work");
        assertThat(kind(refused, first)).isEqualTo(FailureKind.REFUSED);
        TestHost hopeless = host(_ -> NodeResult.failed("no_such_model", "there is no model m-1"));
        RunId second = run(hopeless);
        assertThat(hopeless.types(second)).contains("node.failed work").doesNotContain("node.retried work");
        assertThat(kind(hopeless, second)).isEqualTo(FailureKind.PERMANENT);
    }

    @Test
    void whatMayWorkTheNextTimeIsTriedAgain() {
        TestHost host = host(_ -> NodeResult.retryable("busy", "try later"));
        RunId run = run(host);
        assertThat(host.types(run)).endsWith("node.retried work");
    }

    private static FailureKind kind(TestHost host, RunId run) {
        return host.events(run).stream()
                .map(Event::fact)
                .filter(NodeFact.NodeFailed.class::isInstance)
                .map(fact -> FailureKind.of(((NodeFact.NodeFailed) fact).error()))
                .findFirst()
                .orElseThrow();
    }

    private static NodeResult answeredElsewhere(ActivityCall call) {
        String node = call.node().node().id();
        call.report(new AgentFact.AgentToolCalled(node, AGENT, "ship", "call-1", null, ToolTransport.HTTP));
        call.report(
                new AgentFact.AgentToolReturned(node, AGENT, "ship", "call-1", null, null, ToolStatus.OK),
                new HostEvent("waybill-b", "evt_there"));
        call.report(new AgentFact.AgentReasoned(node, AGENT, "shipped", Verbosity.SUMMARY));
        return NodeResult.done(JsonObject.EMPTY);
    }

    @Test
    void whatAnEventOnAnotherHostLedToNamesItAndItsHostAndNothingElseDoes() {
        TestHost host = host(ActivityPortTest::answeredElsewhere);
        RunId run = run(host);
        List<Event> events = host.events(run);
        assertThat(events.stream().filter(event -> event.causationHostId() != null))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.type()).isEqualTo("agent.toolReturned");
                    assertThat(event.causationHostId()).isEqualTo("waybill-b");
                    assertThat(event.causationId()).isEqualTo("evt_there");
                });
        RunId replay = host.host.fork(TestHost.ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        host.settle();
        assertThat(host.types(replay)).isEqualTo(host.types(run));
        assertThat(host.events(replay).stream().map(Event::causationHostId).toList())
                .isEqualTo(events.stream().map(Event::causationHostId).toList());
    }

    @Test
    void workForAnotherHostTakesItsPlaceAndItsTraceAlong() {
        List<Carried> carried = new ArrayList<>();
        TestHost host = host(call -> {
            carried.add(call.carried());
            return NodeResult.done(JsonObject.EMPTY);
        });
        host.host.presentAs(() -> HostSelf.at("waybill-a", "https://a.example"), JsonObject.EMPTY);
        RunId run = run(host);
        RemoteRun parent = Objects.requireNonNull(carried.getFirst().parent());
        assertThat(parent.hostId()).isEqualTo("waybill-a");
        assertThat(parent.runId()).isEqualTo(run.value());
        assertThat(parent.wellKnownUrl()).isEqualTo("https://a.example/.well-known/openwop");
        Event started = host.events(run).get(1);
        assertThat(started.type()).isEqualTo("node.started");
        assertThat(parent.eventId()).isEqualTo(started.eventId());
        assertThat(carried.getFirst().traceparent()).startsWith("00-").endsWith("-01");
    }

    @Test
    void aRunThatAnotherHostHandedOverNamesItsEvent() {
        TestHost host = host(_ -> NodeResult.done(JsonObject.EMPTY));
        RemoteRun parent = new RemoteRun("waybill-a", "run_there", "evt_there", null, null, null);
        RunId run = host.host.start(
                TestHost.ACME,
                StartRequest.of(workflow(""), JsonObject.EMPTY)
                        .from(new Carried(parent, null, "order-7"), Origin.Remote.Cause.A2A_MESSAGE));
        host.settle();
        Event first = host.events(run).getFirst();
        assertThat(first.causationId()).isEqualTo("evt_there");
        assertThat(first.causationHostId()).isEqualTo("waybill-a");
        assertThat(host.events(run).subList(1, 4)).allMatch(event -> event.causationHostId() == null);
        assertThat(host.host.reader(TestHost.ACME).state(run).header().correlationId())
                .isEqualTo("order-7");
    }
}
