package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.simulator.Fault;
import dev.waybill.simulator.FaultScript;
import dev.waybill.simulator.FaultyStore;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What a store did and did not say.
class LostAnswerTest {

    private final Queue<Fault> faults = new ArrayDeque<>();
    /// What happens to whoever looks after a commit of which nobody knows.
    private final Queue<Fault> looks = new ArrayDeque<>();

    private boolean unsure;
    private final FaultScript script = operation -> {
        Fault next = operation.equals("commit") ? faults.poll() : unsure ? looks.poll() : null;
        unsure |= next == Fault.ANSWER_LOST || next == Fault.LATE;
        return next == null ? Fault.NONE : next;
    };
    private int calls;

    private final class Work implements Activity {
        private final String type;
        private final boolean repeatable;

        Work(String type, boolean repeatable) {
            this.type = type;
            this.repeatable = repeatable;
        }

        @Override
        public String typeId() {
            return type;
        }

        @Override
        public boolean isRepeatable() {
            return repeatable;
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            calls++;
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    private final FaultyStore store = new FaultyStore(new ModelStore(), script);
    private final TestHost host = new TestHost(store, new Work("test.once", false), new Work("test.work", true));

    private static WorkflowDefinition workflow(String type) {
        return TestHost.definition(
                "{'id':'w','name':'n','version':'1','nodes':[{'id':'n','typeId':'%s','name':'n','position':{'x':0,'y':0},'config':{},'inputs':{}}],'edges':[],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(type));
    }

    private static WorkflowDefinition parent() {
        return TestHost.definition(
                "{'id':'p','name':'n','version':'1','nodes':[{'id':'n','typeId':'core.subWorkflow','name':'n','position':{'x':0,'y':0},'config':{'workflowId':'w'},'inputs':{}}],'edges':[],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}");
    }

    @Test
    void aPauseWhoseAnswerWasLostIsNoConflict() {
        RunId run = host.start(workflow("core.approvalGate"), JsonObject.EMPTY);
        faults.add(Fault.ANSWER_LOST);
        host.host.tell(TestHost.ACME, run, at -> new Command.Pause(at, null, DrainPolicy.IMMEDIATE));
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.PAUSED);
        faults.add(Fault.LATE);
        host.host.tell(TestHost.ACME, run, Command.Resume::new);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.WAITING_APPROVAL);
    }

    @Test
    void aStartWhoseAnswerWasLostStartsOneRun() {
        for (Fault fault : new Fault[] {Fault.ANSWER_LOST, Fault.LATE, Fault.TWICE}) {
            faults.add(fault);
            RunId run = host.start(workflow("core.noop"), JsonObject.EMPTY);
            assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        }
        assertThat(host.store.runs(RunQuery.all(9))).hasSize(3);
    }

    @Test
    void anOutcomeThatTheStoreRefusedIsRecordedLaterAndTheWorkIsNotRepeated() {
        RunId run = host.host.start(TestHost.ACME, StartRequest.of(workflow("test.once"), JsonObject.EMPTY));
        faults.add(Fault.REFUSED);
        faults.add(Fault.REFUSED);
        host.settle();
        assertThat(host.troubles).isNotEmpty();
        for (int poll = 0; poll < 4; poll++) {
            host.host.poll();
            host.settle();
        }
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(calls).isEqualTo(1);
    }

    /// @param fault of the commit that creates the child; nor does the store answer the look after it
    private RunId startedWithAChildInDoubt(Fault fault) {
        host.knows(workflow("test.work"));
        faults.add(Fault.NONE);
        faults.add(fault);
        looks.add(Fault.REFUSED);
        RunId run = host.start(parent(), JsonObject.EMPTY);
        assertThat(looks).isEmpty();
        return run;
    }

    @Test
    void aChildThatWasCreatedWithoutOurKnowingGoesOn() {
        RunId run = startedWithAChildInDoubt(Fault.ANSWER_LOST);
        host.pass(Duration.ofSeconds(1));
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(calls).isEqualTo(1);
    }

    @Test
    void aChildThatWasCreatedAfterWeHadLookedForItGoesOn() {
        RunId run = startedWithAChildInDoubt(Fault.LATE);
        host.host.poll();
        store.arrive();
        host.pass(Duration.ofMinutes(1));
        host.settle();
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(calls).isEqualTo(1);
    }

    /// How late a commit may come true, nobody knows: its parent tells of the child when it goes on.
    @Test
    void aChildThatWasCreatedAfterWeHadLookedForItTwiceGoesOn() {
        RunId run = startedWithAChildInDoubt(Fault.LATE);
        host.skip(host.host.settings().lease().plusSeconds(1));
        host.host.poll();
        store.arrive();
        host.settle();
        host.pass(Duration.ofMinutes(1));
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(calls).isEqualTo(1);
    }

    /// Both times the hand-over is the same to the byte, but the child has another seed.
    @Test
    void aChildThatWasSentTwiceIsTheOneThatCameTrue() {
        ModelStore model = new ModelStore();
        AtomicInteger births = new AtomicInteger();
        FaultyStore line = new FaultyStore(
                model,
                transaction -> {
                    boolean birth = transaction.appends().size() > 1;
                    int times = birth ? births.incrementAndGet() : 0;
                    Commit commit = times == 1 ? Commit.DONE : model.commit(transaction);
                    if (birth && times <= 2) {
                        throw new StoreException(StoreProblem.UNREACHABLE, true, "no answer", null);
                    }
                    return commit;
                },
                _ -> Fault.NONE);
        TestHost unlucky = new TestHost(line, new Work("test.work", true));
        unlucky.knows(workflow("test.work"));
        unlucky.start(parent(), JsonObject.EMPTY);
        assertThat(births).hasValue(2);
        RunId child = model.runs(RunQuery.all(9)).stream()
                .map(run -> run.header().runId())
                .filter(run -> model.run(run).orElseThrow().header().origin() instanceof Origin.Child)
                .findFirst()
                .orElseThrow();
        List<Event> log = model.events(child, 0, 99).stream()
                .map(event -> EventCodec.decode(child, event))
                .toList();
        assertThat(log).hasSizeGreaterThan(2);
        assertThat(log.subList(1, log.size()))
                .allSatisfy(event -> assertThat(log.subList(0, (int) event.sequence()))
                        .extracting(Event::eventId)
                        .contains(event.causationId()));
    }
}
