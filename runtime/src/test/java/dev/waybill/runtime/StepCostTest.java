package dev.waybill.runtime;

import static dev.waybill.runtime.TestHost.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.runtime.receipt.Sealer;
import dev.waybill.runtime.receipt.StoreNotary;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What a run asks of the store. Each question is a round trip where the store is far away.
class StepCostTest {

    private final ModelStore model = new ModelStore();
    private final List<String> asked = new ArrayList<>();
    private final RunStore counted = counted();
    private final TestHost host = new TestHost(counted, new Step());

    private static final class Step implements Activity {
        @Override
        public String typeId() {
            return "test.step";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    private RunStore counted() {
        return (RunStore) Proxy.newProxyInstance(
                RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class}, (_, method, arguments) -> {
                    asked.add(method.getName());
                    try {
                        return method.invoke(model, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static WorkflowDefinition chain(int steps) {
        String nodes = IntStream.range(0, steps).mapToObj(n -> """
                        {'id':'n%d','typeId':'test.step','name':'n','position':{'x':0,'y':0},'config':{},'inputs':{}}
                        """.formatted(n)).collect(Collectors.joining(","));
        String edges = IntStream.range(1, steps)
                .mapToObj(n -> "{'id':'e%d','sourceNodeId':'n%d','targetNodeId':'n%d'}".formatted(n, n - 1, n))
                .collect(Collectors.joining(","));
        return TestHost.definition("""
                {'id':'chain','name':'chain','version':'1','nodes':[%s],'edges':[%s],'triggers':[],'variables':[],
                 'metadata':{},'settings':{'timeout':0}}""".formatted(nodes, edges));
    }

    /// What is asked from the creation of a run to its end, while nobody else needs anything.
    private List<String> questions(int steps) {
        asked.clear();
        RunId run = host.host.start(TestHost.ACME, StartRequest.of(chain(steps), json("{}")));
        host.eachTask(Runnable::run);
        List<String> questions = List.copyOf(asked);
        assertThat(host.state(run).head()).isGreaterThan(2L * steps);
        assertThat(model.run(run).orElseThrow().projection().status()).isEqualTo(RunStatus.COMPLETED);
        return questions;
    }

    @Test
    void aStepOfARunInMemoryIsOneCommitAndNoRead() {
        List<String> few = questions(5);
        List<String> more = questions(9);
        int created = few.indexOf("run") + 1;
        assertThat(few.subList(0, created)).containsOnlyOnce("commit", "run").doesNotContain("events");
        assertThat(few.subList(created, few.size())).isEqualTo(Collections.nCopies(5, "commit"));
        assertThat(more.subList(0, created)).isEqualTo(few.subList(0, created));
        assertThat(more.subList(created, more.size())).isEqualTo(Collections.nCopies(9, "commit"));
    }

    @Test
    void theSummaryOfARunThatStayedHereReadsNoReceiptsBack() {
        TestHost signing = new TestHost(counted, new StoreNotary(counted, new Sealer(Signed.KEYS)), new Step());
        RunId run = signing.host.start(TestHost.ACME, StartRequest.of(chain(5), json("{}")));
        signing.eachTask(Runnable::run);
        assertThat(asked).doesNotContain("receipts", "receiptHead");
        assertThat(model.receipts(run, StoredReceipt.Kind.SUMMARY, 0, 2)).hasSize(1);
    }

    private static WorkflowDefinition noop(String id) {
        return TestHost.definition("""
                {'id':'%s','name':'n','version':'1','nodes':[{'id':'n','typeId':'core.noop','name':'n',
                 'position':{'x':0,'y':0},'config':{},'inputs':{}}],'edges':[],'triggers':[],'variables':[],
                 'metadata':{},'settings':{'timeout':0}}""".formatted(id));
    }

    private int times(String question) {
        return Collections.frequency(asked, question);
    }

    @Test
    void aRunThatWaitsForNobodyIsOneCommitAndNothingIsLookedUpAfterwards() {
        asked.clear();
        RunId run = host.host.start(TestHost.ACME, StartRequest.of(noop("noop"), json("{}")));
        host.eachTask(_ -> {
            throw new AssertionError("the run has ended; there is nothing to do");
        });
        assertThat(times("commit")).isOne();
        assertThat(asked).doesNotContain("run", "events", "heads", "receiptHead");
        assertThat(model.run(run).orElseThrow().projection().status()).isEqualTo(RunStatus.COMPLETED);
    }

    /// Others may have written meanwhile: the commit judges that, so nobody reads the log first.
    @Test
    void aRunWhoseTimeHasComeIsOneClaimAndOneCommit() {
        RunId run = host.host.start(TestHost.ACME, StartRequest.of(delays(2), json("{}")));
        host.eachTask(_ -> {
            throw new AssertionError("the run waits for its time; there is nothing to do");
        });
        host.skip(Duration.ofSeconds(1));
        asked.clear();
        assertThat(host.host.poll()).isOne();
        host.eachTask(Runnable::run);
        assertThat(asked).containsExactly("claim", "commit");
        assertThat(host.types(run)).endsWith("node.started d1");
    }

    private static WorkflowDefinition delays(int count) {
        String nodes = IntStream.range(0, count).mapToObj(n -> """
                        {'id':'d%d','typeId':'core.delay','name':'n','position':{'x':0,'y':0},
                         'config':{'delayMs':1000},'inputs':{}}
                        """.formatted(n)).collect(Collectors.joining(","));
        return TestHost.definition("""
                {'id':'delays','name':'n','version':'1','nodes':[%s],
                 'edges':[{'id':'e','sourceNodeId':'d0','targetNodeId':'d1'}],'triggers':[],'variables':[],
                 'metadata':{},'settings':{'timeout':0}}""".formatted(nodes));
    }

    private static final WorkflowDefinition TEAM = TestHost.definition("""
                {'id':'team','name':'n','version':'1','nodes':[
                 {'id':'plan','typeId':'core.orchestrator.supervisor','name':'n','position':{'x':0,'y':0},'inputs':{},
                  'config':{'mockDispatchPlan':[{'kind':'next-worker','nextWorkerIds':['worker']},
                                                {'kind':'terminate','reason':'done'}]}},
                 {'id':'hand','typeId':'core.dispatch','name':'n','position':{'x':0,'y':0},'inputs':{},
                  'config':{'workerDispatchModel':'child-run'}}],
                 'edges':[{'id':'e1','sourceNodeId':'plan','targetNodeId':'hand'},
                          {'id':'e2','sourceNodeId':'hand','targetNodeId':'plan'}],
                 'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}""");

    private void handOver(TestHost to) {
        to.knows(noop("worker"));
        asked.clear();
        RunId run = to.host.start(TestHost.ACME, StartRequest.of(TEAM, json("{}")));
        to.eachTask(Runnable::run);
        assertThat(model.run(run).orElseThrow().projection().status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aHandOverToAWorkerThatWaitsForNobodyIsTwoCommitsMoreAndNoClaim() {
        handOver(host);
        assertThat(times("commit")).isEqualTo(3);
        // Whose the run is, the commit that creates the child judges.
        assertThat(asked).doesNotContain("run", "events", "heads", "familySize");
        assertThat(host.host.poll()).isZero();
    }

    /// What its own turns have signed, a process knows: receipts to sum up, and the summary of the child.
    @Test
    void whatIsSignedForAHandOverIsNotReadBack() {
        handOver(new TestHost(counted, new StoreNotary(counted, new Sealer(Signed.KEYS)), 8));
        assertThat(times("commit")).isEqualTo(3);
        assertThat(asked).doesNotContain("run", "events", "heads", "receiptHead", "receipts");
    }
}
