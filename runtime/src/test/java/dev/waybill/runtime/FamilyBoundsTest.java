package dev.waybill.runtime;

import static dev.waybill.runtime.TestHost.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Status;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.WorkflowDefinition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Sub-workflows go only so deep, and one start leads to only so many runs.
class FamilyBoundsTest {

    /// Calls itself, without an end of its own.
    private static final WorkflowDefinition RING = definition("{'id':'ring','name':'R','version':'1','nodes':["
            + "{'id':'call','typeId':'core.subWorkflow','config':{'workflowId':'ring'}}]}");

    /// Calls itself twice.
    private static final WorkflowDefinition FAN = definition("{'id':'fan','name':'F','version':'1','nodes':["
            + "{'id':'left','typeId':'core.subWorkflow','config':{'workflowId':'fan','onChildFailure':'absorb'}},"
            + "{'id':'right','typeId':'core.subWorkflow','config':{'workflowId':'fan','onChildFailure':'absorb'}}]}");

    @Test
    void aWorkflowThatCallsItselfEndsAtTheBoundAndSaysWhy() {
        TestHost host = new TestHost(new ModelStore(), new FamilyLimits(3, 100));
        RunId run = host.start(RING, JsonObject.EMPTY);

        List<RunId> family = family(host, run);
        assertThat(family).hasSize(4);
        assertThat(host.types(family.getLast()))
                .containsExactly(
                        "run.started", "node.started call", "cap.breached call", "node.failed call", "run.failed");
        assertThat(breaches(host, family.getLast()))
                .containsExactly(new DataFact.CapBreached("node-executions", 3, 4, "call", "sub-workflow-depth"));
        assertThat(Objects.requireNonNull(host.state(family.getLast()).error()).code())
                .isEqualTo("recursion_limit_exceeded");
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.FAILED);
        assertThat(Objects.requireNonNull(host.state(run).error()).code()).isEqualTo("child_failed");
        assertThat(Objects.requireNonNull(host.state(run).error()).message())
                .matches("child run run_\\w+ failed: ring would run 4 hand-overs below the first run; .*");
        assertThat(host.troubles).isEmpty();
    }

    @Test
    void oneStartLeadsToSoManyRunsAndNotOneMore() {
        TestHost host = new TestHost(new ModelStore(), new FamilyLimits(100, 50));
        RunId run = host.start(FAN, JsonObject.EMPTY);

        List<RunId> family = family(host, run);
        assertThat(family).hasSize(50);
        assertThat(family.stream().flatMap(each -> breaches(host, each).stream()))
                .isNotEmpty()
                .allSatisfy(breach -> assertThat(breach.scope()).isEqualTo("family-size"))
                .allSatisfy(
                        breach -> assertThat(new BigDecimal(breach.observed().lexeme()))
                                .isGreaterThan(new BigDecimal(breach.limit().lexeme())));
        assertThat(Status.of(host.state(run))).isIn(RunStatus.COMPLETED, RunStatus.FAILED);
    }

    @Test
    void anEdgeCanCatchTheBound() {
        TestHost host = new TestHost(new ModelStore(), new FamilyLimits(1, 100));
        WorkflowDefinition careful = definition("{'id':'ring','name':'R','version':'1','nodes':["
                + "{'id':'call','typeId':'core.subWorkflow','config':{'workflowId':'ring'}},"
                + "{'id':'enough','typeId':'core.noop'}],'edges':["
                + "{'id':'e','sourceNodeId':'call','sourceOutput':'error','targetNodeId':'enough'}]}");

        assertThat(Status.of(host.state(host.start(careful, JsonObject.EMPTY)))).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aForkOfADeepRunStandsAsDeepAsItsSource() {
        TestHost host = new TestHost(new ModelStore(), new FamilyLimits(2, 100));
        List<RunId> family = family(host, host.start(RING, JsonObject.EMPTY));

        RunId fork = host.host.fork(TestHost.ACME, family.get(1), 1, ForkMode.BRANCH, JsonObject.EMPTY);
        host.settle();

        assertThat(family(host, fork)).hasSize(2);
    }

    @Test
    void aRunThatWasStoppedAtABoundIsRepeatedToTheSameLog() {
        TestHost host = new TestHost(new ModelStore(), new FamilyLimits(2, 100));
        List<RunId> family = family(host, host.start(RING, JsonObject.EMPTY));

        Repeated.all(host.store, List.of());
        RunId replay = host.host.fork(TestHost.ACME, family.getLast(), 0, ForkMode.REPLAY, JsonObject.EMPTY);
        host.settle();
        assertThat(host.types(replay)).isEqualTo(host.types(family.getLast()));
    }

    /// The run, and all below it, from the first to the last.
    static List<RunId> family(TestHost host, RunId first) {
        List<RunId> family = new ArrayList<>(List.of(first));
        for (int i = 0; i < family.size(); i++) {
            host.store.runs(RunQuery.where().parent(family.get(i)).newest(10_000)).stream()
                    .map(StoredRun::header)
                    .forEach(header -> family.add(header.runId()));
        }
        return family;
    }

    private static List<DataFact.CapBreached> breaches(TestHost host, RunId run) {
        return host.events(run).stream()
                .map(Event::fact)
                .filter(DataFact.CapBreached.class::isInstance)
                .map(DataFact.CapBreached.class::cast)
                .toList();
    }
}
